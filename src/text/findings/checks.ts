import { findingTexts, wrongStatus } from './finding.ts';

/** Violations of the checks, but for bodies and rate headers. */
export const CHECK_FINDINGS = findingTexts({
  // Credentials
  'no-challenge': {
    message: '{request} returned 401 without WWW-Authenticate',
    expected: 'a WWW-Authenticate header',
    actual: 'no such header',
    identity: ['operation'],
  },
  'no-challenge-to-wrong-key': {
    message: '{request} returned 401 without WWW-Authenticate',
    expected: 'a WWW-Authenticate header',
    actual: 'no such header',
    identity: ['operation'],
  },
  'lower-scheme-refused': {
    message: '{request} with `bearer KEY` returned {status}',
    expected: 'accepted like `Bearer KEY`',
    actual: '{status}{said:also}',
    identity: ['operation', 'status'],
  },
  'query-key-accepted': wrongStatus('{request} accepted the key in the query string', '401'),
  'credential-accepted': {
    message: '{request} accepted the credential {credential:json}',
    expected: '401 with the Error body',
    actual: '{status}{said:also}',
    identity: ['operation'],
  },
  'not-refused': {
    message: '{request}{flaw} returned {status}, not {wanted}',
    expected: '{wanted} with the Error body',
    actual: '{status}{said:also}',
    identity: ['operation', 'status', 'probe'],
  },
  'wrong-refusal': {
    message: '{request}{flaw} returned {status}, not {wanted}',
    expected: '{wanted} with the Error body',
    actual: '{status}{said:also}',
    identity: ['operation', 'status', 'probe'],
  },
  'refused-but-stored': {
    message: '{request} returned {status} but stored the animal (request {probe})',
    expected: 'the animal is not stored',
    actual: 'GET {list} lists it: id {id}, name {name:json}',
    identity: ['status', 'probe'],
  },
  'animals-without-key': wrongStatus('{request} returned animals', '401 or 404'),

  // Lists
  'list-refused': wrongStatus('{request} returned {status} for a valid list', '200 with a JSON array'),
  'not-an-array': {
    message: '{request} returned JSON that is not an array',
    expected: '200 with a JSON array',
    actual: 'another JSON value',
  },
  'above-limit': {
    message: '{request} returned {items:count animal}',
    expected: 'at most {limit:count animal}',
    actual: '{items:count animal}',
  },
  'one-above-limit': {
    message: '{request} returned {items:count animal}, always one more than the limit',
    expected: 'at most {limit:count animal}',
    actual: '{items:count animal}',
  },
  'below-default': {
    message: '{request} returned {items:count animal}, but `limit=20` returns {most}',
    expected: '{most:count animal}, as with `limit=20`',
    actual: '{items:count animal}',
  },
  'short-page': {
    message: '{request} returned {items:count animal}, but {matching} match',
    expected: '{wanted:count animal} with limit {limit}',
    actual: '{items:count animal}',
    identity: ['filter'],
  },
  'listed-twice': {
    message: '{request} lists id {id} twice',
    expected: 'each id once',
    actual: 'id {id} twice',
  },
  'filter-ignored': {
    message: '{request} returned animals with a status other than {wanted}',
    expected: 'only {wanted} animals',
    actual: 'a different status on {wrong} of {items:count animal}; for example, the animal with id {id} has {listed}',
  },
  'field-inconsistent': {
    message: '{request} returned animal {id} with a different {field} than earlier responses',
    expected: '{field} {before}, as in {earlier} (request {first})',
    actual: '{field} {after} (request {last})',
    identity: ['field', 'operation'],
  },
  'created-not-listed': {
    message: '{request} omits an animal that was created {seconds} s earlier',
    expected: 'id {id} in the list',
    actual: '{items:count animal} without it, and the page is not full',
  },
  'listed-otherwise': {
    message: '{request} returned animal {id} with a different {field} than it was created with',
    expected: '{field} {created}',
    actual: '{field} {listed}',
    identity: ['field', 'change'],
  },
  'list-omits-animal': {
    message: '{request} omits an animal that responses before and after it show',
    expected: 'id {id} ({name:json}) in the list',
    actual: '{items:count animal} without it, and the page is not full',
  },
  'filter-omits-animal': {
    message: '{request} omits an animal that is {wanted}',
    expected: 'id {id} ({name:json}) in the list',
    actual: '{items:count animal} without it, and the page is not full',
  },

  // Reads
  'wrong-animal': {
    message: '{request} returned another animal: {returned}',
    expected: 'the animal {asked}, or 404 if there is none',
    actual: '200 with the animal {returned}',
  },
  'known-id-refused': wrongStatus('{request} returned {status} for a known id', '200 with the animal'),
  'differs-from-created': {
    message: '{request} returned a different {field} from the response to its creation',
    expected: '{field} {created}',
    actual: '{field} {returned}',
    identity: ['field', 'change'],
  },
  'temporarily-not-found': wrongStatus(
    '{request} returned {status}, but responses before and after it show the animal',
    '200 with the animal',
  ),
  'no-longer-found': wrongStatus(
    '{request} returned {status} for an animal that earlier responses show',
    '200 with the animal',
  ),
  'served-after-removal': {
    message: '{request} returned 200 after {date}',
    expected: '404 or 410',
    actual: '200',
  },
  'removed-early': wrongStatus('{request} returned {status} for a known id before {date}', '200 with the animal'),
  'wrong-sunset': {
    message: '{request} returned a Sunset header without the removal date',
    expected: 'an HTTP-date on 5 December 2030',
    actual: '{value}',
    identity: ['form'],
  },
  'no-deprecation-signal': {
    message: '{request} returned {status} without a Deprecation or Sunset header',
    expected: 'a Deprecation or Sunset header',
    actual: 'neither',
    identity: ['status'],
  },
  'malformed-deprecation': {
    message: '{request} returned a malformed Deprecation header',
    expected: 'a structured-field Date, e.g. @1688169599',
    actual: '{value}',
    identity: ['form'],
  },
  'deprecation-after-sunset': {
    message: '{request} returned a Deprecation date after its Sunset date',
    expected: 'Deprecation not later than Sunset',
    actual: 'Deprecation {value}, Sunset {sunset}',
  },
  'not-modified': {
    message: '{request} returned 304 for the unknown entity tag {tag}',
    expected: '200',
    actual: '304 Not Modified',
  },
  'animal-for-no-id': {
    message: '{request} returned the animal {returned}, but its path has no valid id',
    expected: '404 or 400',
    actual: '200 with the animal {returned}',
  },

  // Creates
  'not-created': wrongStatus('{request} returned {status} for a valid payload', '201 with the created animal'),
  'payload-refused': wrongStatus(
    '{request} returned {status} for a valid payload',
    '201, or 400 if the service does not accept the value',
  ),
  'value-refused': {
    message: '{request} returned {status} for a payload with {value}',
    expected: '201',
    actual: '{status}{said:also}',
    identity: ['status', 'value'],
  },
  'created-unreadable': {
    message: '{request} returned {status} for a payload with {value}, but no animal',
    expected: '201 with the created animal',
    actual: 'a body without an animal that has an id',
    identity: ['value'],
  },
  'missing-status-refused': wrongStatus('{request} returned {status} for a payload without `status`', '201'),
  'unknown-default-status': {
    message: '{request} without `status` created an animal with an unknown status',
    expected: 'no status, or one of available, pending, sold',
    actual: 'status {created:json}',
  },
  'text-refused': wrongStatus('{request} returned {status} for a name with special characters', '201 or 400'),
  'field-changed': {
    message: '{request} returned a different {field} from the one sent',
    expected: '{field} {sent}',
    actual: '{field} {returned}',
    identity: ['field', 'change'],
  },
  'id-reused': {
    message: '{request} returned an id that another animal has',
    expected: 'a new id',
    actual: 'id {id} again',
  },
  'stored-twice': {
    message: '{request} lists {animals:count animal} for {creates:count create} of {name:json}',
    expected: 'at most {creates:count animal}',
    actual: 'ids {ids}',
  },
  'missing-status-differs': {
    message: '{request} without a status returned a different status from the first animal without one',
    expected: 'status {first:json}',
    actual: 'status {other:json}',
  },
  'created-again-updated': wrongStatus(
    '{request} returned {status} for a second animal with the same name',
    '201 or 400',
  ),
  'created-again-refused': wrongStatus(
    '{request} returned {status} for the payload of an animal that exists; the operation lists 201, 400 and 401',
    '201, or 400 if names must be unique',
  ),
  'spelling-refused': wrongStatus(
    '{request} returned {status} for a payload with a charset, and accepted the same payload without it',
    '201',
  ),
});
