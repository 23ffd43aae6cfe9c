import { finding, returned } from './finding.ts';

const MATCHING = 'a JSON body that matches the schema {schema}';
const JSON_TYPE = 'Content-Type: application/json';

const exposed = <const What extends string>(what: What) =>
  returned(`{status} with ${what} in the error body`, 'no internal details', '{text}');

/** Findings about the body of any response: its media type, its JSON, its schema. */
export const BODY_FINDINGS = {
  'body-missing': returned('{status} without a body', MATCHING, 'no body', ['schema']),
  'body-not-json': returned('{status} with a body that is not JSON', MATCHING, '{problem}', ['schema']),
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
  'wrong-type': returned('{status} with a {type} at {place}', 'type {wanted} in the schema {schema}', '{value}', [
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
  'wrong-media-type': returned('{status} with another Content-Type', JSON_TYPE, 'Content-Type: {value}', ['value']),
  'malformed-json': returned('{status} with a body that cannot be read as JSON', 'JSON in UTF-8', '{problem}'),
  'byte-order-mark': returned('{status} with a byte-order mark before its JSON', 'no such mark', 'a byte-order mark'),
  'duplicate-json-key': returned(
    '{status} with JSON that has the member {member:json} twice',
    'each member name once in an object',
    '{member:json} twice',
  ),
  'unusual-integer': returned('{status} with an integer that is not in plain digits', 'plain digits', '{value}'),
  'server-error': returned(
    '{status}, {failed} of the {times:count time} that it was sent; {errors:count} of all {requests:count request} returned 5xx',
    'the specified response, or 4xx',
    '{status}{said:also}',
    ['probe'],
  ),
  'no-response': finding(
    '{request} got no response in {times:count attempt}, while other requests did',
    'a response',
    '{failure}',
    ['operation', 'probe'],
  ),
};
