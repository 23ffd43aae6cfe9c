import { ENDS } from '../ends.ts';

/** Reasons of the checks: why a requirement of `storecheck check` has no verdict. */
export const CHECK_REASONS = {
  // Confirmation
  'seen-once': 'seen once, not confirmed: {violation}. Other possible cause: {otherCause}',
  'seen-once-not-again': 'seen once, not confirmed: {violation}. Possible cause: {otherCause}. Not repeated: {why}',
  'seen-in-one-attempt':
    'seen only in attempt {attempt} of 2: {violation}. The other: {other}. Possible cause: {otherCause}',
  'not-proven': '{violation}. It may have another cause: {why}',
  'cells-not-judged': 'no response showed {cells}',
  'existence-too-early': 'the settle time since the animal was first seen had not passed',
  'may-be-removed': 'another client may have removed the animal',
  'removed-by-another': 'another client removed the animal: neither a list nor a get shows it any more',
  'status-may-change': 'another client may have changed the status',
  'list-lags': 'lists show a created animal only after {settle} s: if that is allowed, set settle in storecheck.yaml',
  'another-credential': 'another part of the request may be the credential that was accepted',
  'several-suspects': 'several parts of the request may be the cause',
  'temporary-cause': 'a gateway, a restart of the service, another client or a clock',
  'store-lost': 'a restart that lost the store would explain it',

  // Missing evidence
  'nothing-to-judge': 'no response to judge',
  'incomplete-run': 'the run did not finish, so a request that was not sent might have shown a violation',
  'not-sent': 'the request was not sent',
  'probe-not-sent': 'request {probe} was not sent: {why}',
  'probe-unanswered': 'request {probe}: no response ({failure})',
  'probe-rate-limited': 'request {probe}: unexpected 429',
  'probe-cut-off': 'request {probe}: {failure}',
  'probe-answered-by-proxy': 'request {probe}: a proxy or load balancer returned {status}',
  'no-response-since': 'request {probe} got no response ({failure}), and the service answered nothing after it',
  'journal-cut-off': ENDS['cut-off'],
  'stopped-at-set-up': ENDS['set-up'],
  'stopped-at-429': ENDS['rate-limited'],
  'day-used-up': 'the limit of the day is exhausted ({refused}); possible from {from}',
  'stopped-without-response': ENDS.unanswered,
  'stopped-at-request-budget': ENDS['request-budget'],
  'stopped-at-time-budget': ENDS['time-budget'],
  'stopped-by-interrupt': ENDS.interrupted,

  // Keys
  'refused-after-wrong-keys':
    'after {wrong:count request} with wrong keys, the service returned {status} to every request: it may have blocked this address. Wait until the block is over, and allow this address to send wrong keys',
  'key-not-accepted-on': 'the service did not accept the real key on {request}, so a 401 proves nothing',
  'query-refused-first': 'the service refuses unknown query parameters before a key in them could count',
  'list-needs-no-key': 'the list needs no key at all (see auth.required.list)',

  // Creates
  'nothing-created': 'nothing was created (see create.created)',
  'no-payload-created': 'no payload was created (see create.created)',
  'no-valid-payload-created': 'no valid payload was created, so a refusal proves nothing (see create.created)',
  'no-listed-payload-created': 'none of these payloads was created (see create.created)',
  'no-create-refused': 'no create was refused',
  'no-known-category': 'the service may accept only some categories: name one in categories in storecheck.yaml',
  'only-known-categories': 'this deployment accepts only certain categories',
  'no-animal-without-status': 'no animal without status was created',
  'blanks-refused': 'the payload with spaces around its name was refused, and it has another unusual value too',
  'name-changed-otherwise': 'the name changed in more than its leading and trailing spaces',
  'no-error-code': 'no error body with a code was returned',

  // Reads
  'no-created-read': 'no created animal was read',
  'no-known-id-answered': 'no request for a known id was answered',
  'no-sunset': 'the service sent no Sunset header',
  'no-deprecation': 'the service sent no Deprecation header',
  'operation-removed': 'the specification removes the operation on 5 December 2030',

  // Lists
  'no-list': 'no list was returned',
  'no-list-after-refusals': 'no unfiltered list was returned after the refused creates',
  'no-late-list': 'no complete list was returned after the settle time',
  'created-in-no-list': 'no list shows an animal that was created here',
  'created-not-visible': 'no list shows the created animals: the list may have come too early',
  'beyond-full-page': 'every list is a full page without the animals created here, and there are no page controls',
  'filter-beyond-full-page': 'every filtered list is a full page, and there are no page controls to read beyond it',
  'no-known-animal-filtered': 'no animal with a known status existed before a filtered list was sent',
  'page-too-early': 'a page seems incomplete, but its animals were first seen less than the settle time earlier',
  'no-known-animal-limited': 'no animal was known for the settle time before a list with a limit',
  'no-known-animal-with-status': 'no animal is known to be {wanted}, so the empty list proves nothing',
  'no-animal-shown-twice': 'no animal that existed before the run was shown twice',
  'only-ascii-names': 'the service refuses names with other than printable ASCII characters',
  'no-bare-list': 'no list without `limit` was returned',
  'no-explicit-default': '`limit=20` was not answered, so a smaller default may be a smaller store',
  'store-too-small': 'the store shows {known:count animal}; more than {needed} are needed to test the default limit',
  'no-limit-out-of-range': 'no limit out of range was answered',
  'fewer-than-3-animals': 'no list showed 3 animals',
} as const;
