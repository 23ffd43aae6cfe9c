import { fill } from './template.ts';

/** How a run ended, by the reason in its closing record. */
export const ENDS = {
  complete: 'complete',
  'set-up': 'the run stopped at a set-up mistake',
  'rate-limited': 'the run stopped at its second unexpected 429, or at one with a Retry-After longer than a window',
  unanswered: 'the run stopped because too many requests got no response',
  'request-budget': 'the run stopped at its limit of {most:count request} (raise it with --max-requests)',
  'time-budget': 'the run stopped at its time limit (raise it with --max-duration)',
  interrupted: 'the run was interrupted',
  'cut-off': 'the run was cut off: its journal has no closing record',
} as const satisfies Readonly<Record<string, string>>;

/** Every reason for a missing verdict by its code: inconclusive, not applicable, skipped. */
export const REASONS = {
  'not-selected': 'not selected for this run',
  'option-not-given': 'only tested with {option}',
  'key-not-in-url': 'not tested on production, where access logs would show a key in the URL',
  'read-only': 'read-only run: nothing is created',
  'set-up': 'set-up mistake: {mistake}',

  // Limits
  'set-up-before-load': 'the run stopped at a set-up mistake before any limit was exhausted',
  'stopped-before-load': '{problem} before any limit was exhausted',
  'day-nearly-used': '{key}: the remaining daily quota is too small. Run it again tomorrow, or with another key',
  'key-refused-too-often': 'the key was refused {refusals:count time} already, and more refusals can ban it',
  'key-stopped': 'the first attempt with this key was stopped',
  'day-leaves-too-few': 'the headers show a remaining daily quota of {left:count request}, too small for an attempt',
  'k6-not-started': 'no limit was exhausted: k6 was not started',
  'run-ended-before-key': 'the run ended before this key was used',
  'key-exhausted-before':
    '{key} was exhausted before this attempt (Retry-After: {retryAfter}): perhaps for the day, or its window is longer than --window',
  'key-exhausted-again': '{key} was exhausted again after its reset: another client uses it, or nothing comes back',
  'first-not-admitted': 'the first request with {key} was neither 2xx nor 429, so its limit was not exhausted',
  'too-many-unanswered': 'too many requests with {key} got no response, so its experiment was stopped',
  'burst-past-deadline': 'the burst with {key} did not fit into a window: service, network or machine is too slow',
  'experiment-incomplete': 'the journal of the experiment is incomplete',
  'no-burst': 'the limit was not exhausted: no burst was sent',
  'no-429': 'no 429 was received (see limit.status and limit.rejects-excess)',
  'key-not-exhausted': 'no list of the burst was refused (see limit.status and limit.rejects-excess)',
  'no-refusal-shows-it': '{refusals:count response} with 429, none of which has what this requirement is about',
  'day-limit-answered': 'the daily limit seems to have refused the key, or its window is longer than --window',
  crash: 'a crash of the service',
  'single-response': 'a single odd response, as of a gateway or a restart',
  'other-requests': '{requests:count request} of another client',
  'restart-or-set-clock': 'a restart of the service, a set clock or another client',
  'refused-early':
    'refused after at most {before:count} of {limit:count} requests, and Remaining skipped {others}: another client may have used the key before or during the burst',
  'window-edge-in-burst': 'a window may have ended during the burst, so the number admitted in one window is unknown',
  'admitted-too-few-in-window':
    'only {count:count} of {limit:count} requests were certainly admitted in one window{failed:some got a 5xx}{lost:some got no response}',
  'excess-or-refill': '{count:count} admitted within {span} s (limit {limit:count}): a refill may explain it',
  'excess-or-window-edge': '{count:count} admitted within {span} s (limit {limit:count}): a window may have ended',
  'unanswered-may-exceed': '{lost:count request} without a response may have been admitted above the limit',
  'no-429-above-limit':
    'no 429 was received{other:some got another error}{lost:some got no response} (see limit.rejects-excess)',
  'one-other-status': 'status {statuses} once above the limit, and 429 {refused:count time}',
  'gateway-error': 'status {statuses} {count:count time}, from a gateway in front of the service',
  'no-retry-after':
    'no refusal had a Retry-After that can be read (see limit.retry-after-present, limit.status and limit.rejects-excess)',
  'no-retry-after-number':
    'no refusal had a number as Retry-After (see limit.retry-after-present, limit.status and limit.rejects-excess)',
  'retry-after-is-date': 'Retry-After is a date, which has no unit',
  'retry-after-unit-unknown': 'Retry-After: {value} s is longer than a window, and no response confirms the unit',
  'retry-after-not-waited': 'not tested: Retry-After ({value}) is longer than the run waits',
  'seems-banned': 'the key seems banned after its refusals: `Retry-After: {value}`, longer than a window',
  'no-admission-after-wait': 'no list was admitted within 4 s after the end of a Retry-After',
  'own-requests-explain-refusal': 'refused after `Retry-After: {text}`, but {used:count own request} may explain it',
  'headers-of-the-day': 'the rate limit headers of every response describe the daily limit',
  'no-date': 'no response has a readable Date, so the clock of the service is unknown: {why}',
  'no-reset-of-minute': "no refusal has a Reset of the minute's limit (see limit.status and limit.rejects-excess)",
  'reset-not-unix-seconds': 'Reset is not in Unix seconds ({text}), so its moment is unknown',
  'nothing-after-reset': "no request was certainly after Reset {reset:time} by the server's clock",
  'nothing-before-reset': 'no request between the first refusal and Reset shows that the limit was not back earlier',
  'not-admitted-after-reset':
    'a list got {status:status} {after} s after Reset {reset:time}: other clients may explain it',
  'excess-of-one': 'one more than the limit',
  'excess-as-counters': 'as if {counters} counters shared the requests (one per node or connection, or a race)',
  'excess-as-race': 'more than the limit; {repeated:count response} repeated the Remaining of another, as in a race',
  'excess-by-factor': '{factor} times the limit',
  'refill-allowed': 'the limit of {limit:count}, and {refill:count} that a refill may add',
  'reset-not-confirmed':
    'the length of the window is unknown, because Reset was not confirmed in this attempt (limit.reset-true)',
  'window-length-not-shown': 'the length of the window could not be measured to within a third',
  'window-too-short-to-measure': 'the length of the window is uncertain by a third, because Reset has whole seconds',
  'no-refill': 'the limiter does not refill continuously: the key was refused when a refill was due',
  'back-with-new-window': 'the limiter does not refill continuously: the complete limit came back with a new window',
  'refill-not-measured': 'no admitted request half a window later showed Remaining, so a refill is unknown',
  'refill-range-too-wide':
    'between {from:count} and {to:count} requests per window came back, which does not show the rate of the plan',
  'operations-not-sent': 'the operations were not sent one after the other before the burst',
  'operations-without-remaining':
    'not every operation was admitted and showed Remaining before the burst (see rate.single-integer and rate.headers-present)',
  'operation-not-admitted': '{request} before the burst got {status:status}, so its draw is unknown',
  'no-other-operation': 'no other operation was sent to the exhausted key',
  'operation-maybe-refilled':
    'not shown for {requests}, with {responses:status} instead of 429: a refill or a lost response may explain it',
  'nothing-with-second-key': 'nothing was sent with the second key',
  'keys-in-turn-incomplete': 'not all requests with the two keys in turn were admitted and showed Remaining',
  'second-key-refused-too': 'the second key was refused, too: another client of that key may have exhausted it',
  'keys-in-turn-unclear': 'Remaining was {values} with both keys in turn: another client or a refill may explain it',
  'paced-unevenly':
    'refused with up to {counted:count} of {limit:count} in a window, and Remaining fell by {others:count} more: paced unevenly, or another client uses the key',
  'paced-too-few-admitted': 'only {admitted:count} of {paced:count} paced requests admitted: too few to show the rate',
  'day-never-refused': '{admitted:count} of {perDay:count} admitted and none refused: a new day may have begun',
  'refusals-not-of-day': 'nothing shows that the refusals are of the daily limit',
  'day-may-have-ended': '{admitted:count} of {perDay:count} admitted, then refused: a day may have ended in between',
  'key-used-today': 'refused for the day after {admitted:count} of {perDay:count}: the key may have been used today',
  'no-two-waits': 'no two refusals 2 s apart state a wait (see limit.retry-after-present, limit.rejects-excess)',
  'wait-not-kept': 'a request was refused after an announced wait, so waits do not show whether refusals extend them',
  'admitted-during-wait':
    'each 429 announces a new wait (Retry-After: {value}), but the key was admitted before it ended, so it is unknown whether refused requests extend the real wait',

  // Capacity
  'load-incomplete': '{problem}',
  'capacity-not-shown': '{why}',

  // A step that shows nothing. `{load}` is the CPU load of this machine
  unreachable: 'service unreachable: {failure}',
  'step-rate-limited': '{requests:count request} got 429: another client uses the keys, or their limits are lower',
  'step-denied': '{requests:count request} got 401 or 403: a key is wrong',
  'unmeasured-timers': 'this machine: the load generator did not measure its timers{load}',
  'late-timers': 'this machine: the timers of k6 were up to {late} late (p99; at most {most} is allowed){load}',
  'requests-late': 'this machine: requests were sent up to {late} late (p99; at most {most} is allowed){load}',
  'requests-not-sent': 'this machine: {unsent:count} of {planned:count} requests were not sent{load}',
  'requests-blocked': '{waiting:count} requests were waiting, so {unsent:count} of {planned:count} were not sent',

  // A step that misses an objective, or may miss it
  'latency-missed': '{quantile} is {value}, at least {least} (objective {objective})',
  'latency-unknown': 'too few responses ({responses:count}) for an upper bound of {quantile}',
  'latency-unproven': '{quantile} is {value}, but may be {most} (objective {objective})',
  'errors-missed': 'the error rate is {value}, at least {least} (objective {objective})',
  'errors-unproven': 'the error rate is {value}, but may be {most} (objective {objective})',

  // Several instances
  'instance-problem': 'instance {instance}: {problem}',
  'instance-cut-off': 'its journal has no closing record: it was cut off',
  'instance-lines-missing': '{missing:count} of its {lines:count} lines are missing',
  'instance-timers-not-measured': 'the load generator did not measure its timers',
  'pod-failed': 'the pod of instance {instance} failed ({how}, see {file})',
  'pod-journals-missing': 'the journal of {missing} of {instances} pods is missing: a pod failed, or its log was lost',
  'instances-apart': 'the instances began up to {apart} s apart; at most the warm-up of {most} s is allowed',

  // The verdict from all steps
  'steps-contradict': 'objectives were missed at {missed} % but met at {met} %: something else disturbed the run',
  'nothing-sent': 'no request is recorded',
  'ended-below-peak': 'the run ended at {percent} %, below the projected peak',
  'ended-at-step': 'the run ended at {percent} %: {why}',
  'at-step': 'at {percent} %: {why}',

  // Confirmation
  'seen-once': 'seen once, not confirmed: {violation}. Other possible cause: {otherCause}',
  'seen-once-not-again': 'seen once, not confirmed: {violation}. Possible cause: {otherCause}. Not repeated: {why}',
  'seen-in-one-attempt':
    'seen only in attempt {attempt} of 2: {violation}. The other: {other}. Possible cause: {otherCause}',
  'not-proven': '{violation}. It may have another cause: {why}',
  'cells-not-judged': 'no response showed {cells}',
  'existence-too-early': 'the settle time since the animal was first seen had not passed',
  'may-be-removed': 'another client may have removed the animal',
  'status-may-change': 'another client may have changed the status',
  'list-lags': 'lists show a created animal only after {settle} s: if that is allowed, set settle in storecheck.yaml',
  'may-be-cached': 'a shared cache may have answered ({line})',
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
  'no-response-since': 'request {probe} got no response ({failure}), and neither did any later request',
  'sent-at-once': 'sent at the same time as {others:count other request}',
  'journal-cut-off': ENDS['cut-off'],
  'stopped-at-set-up': ENDS['set-up'],
  'stopped-at-429': ENDS['rate-limited'],
  'day-used-up': 'the daily limit is exhausted ({refused}); possible from {from}',
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
  'no-known-id-answered': 'no request for a known id got a response',
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
  'no-explicit-default': 'no list with `limit=20` was returned, so a smaller default may be a smaller store',
  'store-too-small': 'the store shows {known:count animal}; more than {needed} are needed to test the default limit',
  'no-limit-out-of-range': 'no request with a limit out of range got a response',
  'fewer-than-3-animals': 'no list showed 3 animals',

  // Rate headers
  'no-response-seen': 'no response was recorded',
  'reset-seen-too-briefly': 'no window showed X-RateLimit-Reset over 2 s or more, so it is unknown whether it moves',
  'reset-without-date': 'X-RateLimit-Reset does not fit the local clock, and no Date shows the clock of the service',
  'reset-beyond-window': 'X-RateLimit-Reset is {seconds} s ahead, more than a window, and no later one was returned',
  'no-remaining-pair':
    'no two responses in a row showed X-RateLimit-Remaining for the same operation within one window (see rate.single-integer and rate.headers-present)',
  'no-remaining-across-operations':
    'fewer than 2 operations showed X-RateLimit-Remaining one after the other within one window (see rate.single-integer and rate.headers-present)',
  'counted-apart-from': 'they do not draw on the counter of {others}',
  'remaining-never-fell':
    'X-RateLimit-Remaining never fell between two requests; a limiter that refills as fast as requests arrive explains it: use the key of a smaller plan (--plan free)',
  'sliding-window-expiry': 'Remaining fell too little: earlier use of the key may explain it; run again in a minute',
  'remaining-fell-irregularly':
    'Remaining fell by {fall} between requests {before} and {after}, but only sometimes: another client may use this key',
  'remaining-rose-irregularly':
    'Remaining rose by {rise} between requests {before} and {after}, but only sometimes: another client may use this key',
  'remaining-fell-less-together': 'Remaining fell by only {fall} over {sent} concurrent requests ({before} to {after})',
  'alternating-client': '{violation}: another client whose requests alternate with those of this run would explain it',
  'no-request-without-key': 'no request without the key lies between two responses of a window with its Remaining',
} as const satisfies Readonly<Record<string, string>>;

export type ReasonCode = keyof typeof REASONS;

/** The sentence of the end of a run that sent these requests. */
export const endSentence = (end: keyof typeof ENDS, sent: number): string => fill(ENDS[end], { most: sent });
