import { type FindingKind, type IdentityOf, type Params, returned, type Value } from '../template.ts';
import { LIMIT_FINDINGS } from './limit-findings.ts';
import { RATE_FINDINGS } from './rate-findings.ts';

const MATCHING = 'a JSON body that matches the schema {schema}';
const JSON_TYPE = 'Content-Type: application/json';
/** A status that is wrong, and how the body explains it. */
const STATUS = '{status}{said:also}';

const exposed = <const What extends string>(what: What) =>
  returned(`{status} with ${what} in the error body`, 'no internal details', '{text}');

const refused = <const What extends string, const Expected extends string>(what: What, expected: Expected) =>
  [`{request} returned {status} for ${what}`, expected, STATUS, ['status']] as const;

const changed = <const What extends string, const Before extends string, const After extends string>(
  what: What,
  before: Before,
  after: After,
) => [`{request} returned ${what}`, `{field} {${before}}`, `{field} {${after}}`, ['field', 'change']] as const;

const tooMany = <const What extends string>(what: What) =>
  [`{request} returned {items:count animal}${what}`, 'at most {limit:count animal}', '{items:count animal}'] as const;
const omits = <const Which extends string, const Expected extends string>(which: Which, expected: Expected) =>
  [
    `{request} omits an animal that ${which}`,
    expected,
    '{items:count animal} without it, and the page is not full',
  ] as const;

const stored = <const What extends string>(what: What) =>
  [
    `{request} ${what} the animal (request {probe})`,
    'the animal is not stored',
    'GET {list} lists it: id {id}, name {name:json}',
    ['status', 'probe'],
  ] as const;

// Codes that share their sentences: they differ in the response that shows the violation.
const unchallenged = [
  '{request} returned 401 without WWW-Authenticate',
  'a WWW-Authenticate header',
  'no such header',
  ['operation'],
] as const;
const notRefused = [
  '{request}{flaw} returned {status}, not {wanted}',
  '{wanted} with the Error body',
  STATUS,
  ['operation', 'status', 'probe'],
] as const;

/** Every kind of finding by its code. A code without sentences, or sentences without a code, do not compile. */
export const FINDINGS = {
  ...LIMIT_FINDINGS,
  ...RATE_FINDINGS,

  // Credentials
  'no-challenge': unchallenged,
  'no-challenge-to-wrong-key': unchallenged,
  'lower-scheme-refused': [
    '{request} with `bearer KEY` returned {status}',
    'accepted like `Bearer KEY`',
    STATUS,
    ['operation', 'status'],
  ],
  'query-key-accepted': ['{request} accepted the key in the query string', '401', STATUS, ['status']],
  'credential-accepted': [
    '{request} returned {status} for {credential:json}',
    '401 with the Error body',
    STATUS,
    ['operation'],
  ],
  'not-refused': notRefused,
  'wrong-refusal': notRefused,
  'refused-but-stored': stored('returned {status} but stored'),
  'stored-without-key': stored('stored'),
  'animals-without-key': ['{request} returned animals', '401 or 404', STATUS, ['status']],

  // Lists
  'list-refused': refused('a valid list', '200 with a JSON array'),
  'not-an-array': ['{request} returned JSON that is not an array', '200 with a JSON array', 'another JSON value'],
  'above-limit': tooMany(''),
  'one-above-limit': tooMany(', always one more than the limit'),
  'below-default': [
    '{request} returned {items:count animal}, but `limit=20` returns {most}',
    '{most:count animal}, as with `limit=20`',
    '{items:count animal}',
  ],
  'short-page': [
    '{request} returned {items:count animal}, but {matching} match',
    '{wanted:count animal} with limit {limit}',
    '{items:count animal}',
    ['filter'],
  ],
  'listed-twice': ['{request} lists id {id} twice', 'each id once', 'id {id} twice'],
  'filter-ignored': [
    '{request} returned animals with a status other than {wanted}',
    'only {wanted} animals',
    'a different status on {wrong} of {items:count animal}; for example, the animal with id {id} has {listed}',
  ],
  'field-inconsistent': [
    '{request} returned animal {id} with a different {field} than earlier responses',
    '{field} {before}, as in {earlier} (request {first})',
    '{field} {after} (request {last})',
    ['field', 'operation'],
  ],
  'created-not-listed': omits('was created {seconds} s earlier', 'id {id} in the list'),
  'listed-otherwise': changed('animal {id} with a different {field} than it was created with', 'created', 'listed'),
  'list-omits-animal': omits('responses before and after it show', 'id {id} ({name:json}) in the list'),
  'filter-omits-animal': omits('is {wanted}', 'id {id} ({name:json}) in the list'),

  // Reads
  'wrong-animal': [
    '{request} returned another animal: {returned}',
    'the animal {asked}, or 404 if there is none',
    '200 with the animal {returned}',
  ],
  'known-id-refused': refused('a known id', '200 with the animal'),
  'differs-from-created': changed('a different {field} from the response to its creation', 'created', 'returned'),
  'temporarily-not-found': [
    '{request} returned {status}, but responses before and after it show the animal',
    '200 with the animal',
    STATUS,
    ['status'],
  ],
  'no-longer-found': refused('an animal that earlier responses show', '200 with the animal'),
  'served-after-removal': ['{request} returned 200 after {date}', '404 or 410', '200'],
  'removed-early': refused('a known id before {date}', '200 with the animal'),
  'wrong-sunset': [
    '{request} returned a Sunset header without the removal date',
    'an HTTP-date on 5 December 2030',
    '{value}',
    ['form'],
  ],
  'no-deprecation-signal': [
    '{request} returned {status} without a Deprecation or Sunset header',
    'a Deprecation or Sunset header',
    'neither',
    ['status'],
  ],
  'malformed-deprecation': [
    '{request} returned a malformed Deprecation header',
    'a structured-field Date, e.g. @1688169599',
    '{value}',
    ['form'],
  ],
  'deprecation-after-sunset': [
    '{request} returned a Deprecation date after its Sunset date',
    'Deprecation not later than Sunset',
    'Deprecation {value}, Sunset {sunset}',
  ],
  'animal-for-no-id': [
    '{request} returned the animal {returned}, but its path has no valid id',
    '404 or 400',
    '200 with the animal {returned}',
  ],

  // Creates
  'not-created': refused('a valid payload', '201 with the created animal'),
  'payload-refused': refused(
    'a valid payload',
    '201; only a value that the specification leaves open may be refused, with 400',
  ),
  'value-refused': ['{request} returned {status} for a payload with {value}', '201', STATUS, ['status', 'value']],
  'created-unreadable': [
    '{request} returned {status} for a payload with {value}, but no animal',
    '201 with the created animal',
    'a body without an animal that has an id',
    ['value'],
  ],
  'missing-status-refused': refused('a payload without `status`', '201'),
  'unknown-default-status': [
    '{request} without `status` created an animal with an unknown status',
    'no status, or one of available, pending, sold',
    'status {created:json}',
  ],
  'field-changed': changed('a different {field} from the one sent', 'sent', 'returned'),
  'id-reused': ['{request} returned an id that another animal has', 'a new id', 'id {id} again'],
  'id-taken': ['{request} took the `id` of its payload, which another animal has', 'a new id', 'id {id} again'],
  'id-repeated': ['{request} returned the animal of an earlier create with this payload', 'a new id', 'id {id} again'],
  'stored-twice': [
    '{request} lists {animals:count animal} for {creates:count create} of {name:json}',
    'at most {creates:count animal}',
    'ids {ids}',
  ],
  'missing-status-differs': [
    '{request} without a status returned a different status from the first animal without one',
    'status {first:json}',
    'status {other:json}',
  ],
  'created-again-updated': refused('a second animal with the same name', '201 or 400'),
  'created-again-refused': refused('the payload of an animal that exists', '201, or 400 if names must be unique'),
  'spelling-refused': refused('a payload with a charset, and accepted the same payload without it', '201'),

  // The body of any response: its media type, its JSON, its schema
  'body-missing': returned('{status} without a body', MATCHING, 'no body', ['schema']),
  'body-not-json': returned('{status} with a body that is not valid JSON', MATCHING, '{problem}{said:also}', [
    'schema',
  ]),
  'field-missing': returned(
    '{status} without the field {place}',
    'the field `{field}` of the schema {schema}',
    'an object with the fields {fields:json}',
    ['schema', 'field', 'shape'],
  ),
  'wrong-body-type': returned(
    '{status} with a JSON {type} as its body',
    'a JSON {wanted} that matches the schema {schema}',
    '{value}',
    ['schema', 'type'],
  ),
  'wrong-type': returned('{status} with type {type} at {place}', 'type {wanted} in the schema {schema}', '{value}', [
    'schema',
    'field',
    'type',
  ]),
  'not-allowed-value': returned(
    '{status} with an unknown value at {place}',
    'one of {allowed} in the schema {schema}',
    '{value}',
    ['schema', 'field', 'type'],
  ),
  'not-an-integer': returned('{status} with a number at {place}, not an integer', 'an int64', '{value}', ['field']),
  'beyond-int64': returned('{status} with a number at {place} beyond 64 bits', 'an int64', '{value}', ['field']),
  'more-violations': returned(
    '{status} with {violations:count violation} of the schema {schema}',
    MATCHING,
    '{violations:count violation}, {listed} of them listed',
    ['schema'],
  ),
  'body-status-differs': returned('{status} with another `status` in the body', '{status}', '{returned}'),
  'blank-error-field': returned('{status} with a blank `{field}`', 'a `{field}` with text', '{value:json}', ['field']),
  'exposes-stack-trace': exposed('a stack trace'),
  'exposes-file-path': exposed('a file path'),
  'exposes-sql': exposed('SQL'),
  'exposes-key': exposed('the API key'),
  'no-media-type': returned('{status} with a body but no Content-Type', JSON_TYPE, 'no Content-Type'),
  'wrong-media-type': returned('{status} with Content-Type: {value}', JSON_TYPE, 'Content-Type: {value}', ['value']),
  'malformed-json': returned('{status} with a body that is not valid JSON', 'JSON in UTF-8', '{problem}{said:also}'),
  'byte-order-mark': returned('{status} with a byte-order mark before its JSON', 'no such mark', 'a byte-order mark'),
  'duplicate-json-key': returned(
    '{status} with JSON that has the member {member:json} twice',
    'each member name once in an object',
    '{member:json} twice',
  ),
  'unusual-integer': returned('{status} with an integer that is not in plain digits', 'plain digits', '{value}'),
  'server-error': returned(
    '{status}; {errors:count} of all {requests:count request} returned 5xx{beside:also}',
    'the specified response, or 4xx',
    '{status}{said:also}',
    ['probe'],
  ),
  'no-response': [
    '{request} got no complete response in {times:count attempt}, while other requests did',
    'a complete response',
    '{failure}',
    ['operation', 'probe'],
  ],
} as const satisfies Readonly<Record<string, FindingKind>>;

export type FindingCode = keyof typeof FINDINGS;

export type FindingParams<Code extends FindingCode> = Params<(typeof FINDINGS)[Code][0 | 1 | 2]> & {
  readonly [Name in IdentityOf<(typeof FINDINGS)[Code]>]: Value;
};
