import { finding } from './finding.ts';

const exposed = <const What extends string>(what: What) =>
  finding(`{request} returned {status} with ${what} in the error body`, 'no internal details', '{text}', [
    'operation',
    'status',
  ]);

/** Findings about the body of any response: its media type, its JSON, its schema. */
export const BODY_FINDINGS = {
  'body-missing': finding(
    '{request} returned {status} without a body',
    'a JSON body that matches the schema {schema}',
    'no body',
    ['operation', 'status', 'schema'],
  ),
  'body-not-json': finding(
    '{request} returned {status} with a body that is not JSON',
    'a JSON body that matches the schema {schema}',
    '{problem}',
    ['operation', 'status', 'schema'],
  ),
  'field-missing': finding(
    '{request} returned {status} without the field {place}',
    'the field `{field}` of the schema {schema}',
    'an object with the fields {fields:json}',
    ['operation', 'status', 'schema', 'field', 'shape'],
  ),
  'wrong-body-type': finding(
    '{request} returned {status} with a JSON {type} as its body',
    'a JSON {wanted} that matches the schema {schema}',
    '{value}',
    ['operation', 'status', 'schema', 'type'],
  ),
  'wrong-type': finding(
    '{request} returned {status} with a {type} at {place}',
    'type {wanted} in the schema {schema}',
    '{value}',
    ['operation', 'status', 'schema', 'field', 'type'],
  ),
  'not-allowed-value': finding(
    '{request} returned {status} with an unknown value at {place}',
    'one of {allowed} in the schema {schema}',
    '{value}',
    ['operation', 'status', 'schema', 'field', 'type'],
  ),
  'not-an-integer': finding(
    '{request} returned {status} with a number at {place} that is not an integer',
    'an int64',
    '{value}',
    ['operation', 'status', 'field'],
  ),
  'beyond-int64': finding(
    '{request} returned {status} with a number at {place} that does not fit into 64 bits',
    'an int64',
    '{value}',
    ['operation', 'status', 'field'],
  ),
  'more-violations': finding(
    '{request} returned {status} with {violations:count violation} of the schema {schema}',
    'a JSON body that matches the schema {schema}',
    '{violations:count violation}, {listed} of them listed',
    ['operation', 'status', 'schema'],
  ),
  'body-status-differs': finding(
    '{request} returned {status} with another `status` in the body',
    '{status}',
    '{returned}',
    ['operation', 'status'],
  ),
  'blank-error-field': finding(
    '{request} returned {status} with a blank `{field}`',
    'a `{field}` with text',
    '{value:json}',
    ['operation', 'status', 'field'],
  ),
  'exposes-stack-trace': exposed('a stack trace'),
  'exposes-file-path': exposed('a file path'),
  'exposes-sql': exposed('SQL'),
  'exposes-key': exposed('the API key'),
  'no-media-type': finding(
    '{request} returned {status} with a body but no Content-Type',
    'Content-Type: application/json',
    'no Content-Type',
    ['operation', 'status'],
  ),
  'wrong-media-type': finding(
    '{request} returned {status} with another Content-Type',
    'Content-Type: application/json',
    'Content-Type: {value}',
    ['operation', 'status', 'value'],
  ),
  'malformed-json': finding(
    '{request} returned {status} with a body that cannot be read as JSON',
    'JSON in UTF-8',
    '{problem}',
    ['operation', 'status'],
  ),
  'byte-order-mark': finding(
    '{request} returned {status} with a byte-order mark before its JSON',
    'JSON without a byte-order mark',
    'a byte-order mark',
    ['operation', 'status'],
  ),
  'duplicate-json-key': finding(
    '{request} returned {status} with JSON that has the member {member:json} twice',
    'each member name once in an object',
    '{member:json} twice',
    ['operation', 'status'],
  ),
  'unusual-integer': finding(
    '{request} returned {status} with an integer that is not written in plain digits',
    'plain digits',
    '{value}',
    ['operation', 'status'],
  ),
  'server-error': finding(
    '{request} returned {status}, {failed} of {times:count time} (request {probe}); {errors:count} of {requests:count request} of the check, with confirmation attempts, returned 5xx',
    'the specified response, or 4xx',
    '{status}{said:also}',
    ['operation', 'status', 'probe'],
  ),
  'no-response': finding(
    '{request} got no response in {times:count attempt}, while the service answered other requests (request {probe})',
    'a response',
    '{failure}',
    ['operation', 'probe'],
  ),
};
