import { findingTexts } from './finding.ts';

const exposed = <const What extends string>(what: What) =>
  ({
    message: `{request} returned {status} with ${what} in the error body`,
    expected: 'no internal details',
    actual: '{text}',
    identity: ['operation', 'status'],
  }) as const;

/** Findings about the body of any response: its media type, its JSON, its schema. */
export const BODY_FINDINGS = findingTexts({
  'body-missing': {
    message: '{request} returned {status} without a body',
    expected: 'a JSON body that matches the schema {schema}',
    actual: 'no body',
    identity: ['operation', 'status', 'schema'],
  },
  'body-not-json': {
    message: '{request} returned {status} with a body that is not JSON',
    expected: 'a JSON body that matches the schema {schema}',
    actual: '{problem}',
    identity: ['operation', 'status', 'schema'],
  },
  'field-missing': {
    message: '{request} returned {status} without the field {place}',
    expected: 'the field `{field}` of the schema {schema}',
    actual: 'an object with the fields {fields:json}',
    identity: ['operation', 'status', 'schema', 'field', 'shape'],
  },
  'wrong-body-type': {
    message: '{request} returned {status} with a JSON {type} as its body',
    expected: 'a JSON {wanted} that matches the schema {schema}',
    actual: '{value}',
    identity: ['operation', 'status', 'schema', 'type'],
  },
  'wrong-type': {
    message: '{request} returned {status} with a {type} at {place}',
    expected: 'type {wanted} in the schema {schema}',
    actual: '{value}',
    identity: ['operation', 'status', 'schema', 'field', 'type'],
  },
  'not-allowed-value': {
    message: '{request} returned {status} with an unknown value at {place}',
    expected: 'one of {allowed} in the schema {schema}',
    actual: '{value}',
    identity: ['operation', 'status', 'schema', 'field', 'type'],
  },
  'not-an-integer': {
    message: '{request} returned {status} with a number at {place} that is not an integer',
    expected: 'an int64',
    actual: '{value}',
    identity: ['operation', 'status', 'field'],
  },
  'beyond-int64': {
    message: '{request} returned {status} with a number at {place} that does not fit into 64 bits',
    expected: 'an int64',
    actual: '{value}',
    identity: ['operation', 'status', 'field'],
  },
  'more-violations': {
    message: '{request} returned {status} with {violations:count violation} of the schema {schema}',
    expected: 'a JSON body that matches the schema {schema}',
    actual: '{violations:count violation}, {listed} of them listed',
    identity: ['operation', 'status', 'schema'],
  },
  'body-status-differs': {
    message: '{request} returned {status} with another `status` in the body',
    expected: '{status}',
    actual: '{returned}',
    identity: ['operation', 'status'],
  },
  'blank-error-field': {
    message: '{request} returned {status} with a blank `{field}`',
    expected: 'a `{field}` with text',
    actual: '{value:json}',
    identity: ['operation', 'status', 'field'],
  },
  'exposes-stack-trace': exposed('a stack trace'),
  'exposes-file-path': exposed('a file path'),
  'exposes-sql': exposed('SQL'),
  'exposes-key': exposed('the API key'),
  'no-media-type': {
    message: '{request} returned {status} with a body but no Content-Type',
    expected: 'Content-Type: application/json',
    actual: 'no Content-Type',
    identity: ['operation', 'status'],
  },
  'wrong-media-type': {
    message: '{request} returned {status} with another Content-Type',
    expected: 'Content-Type: application/json',
    actual: 'Content-Type: {value}',
    identity: ['operation', 'status', 'value'],
  },
  'malformed-json': {
    message: '{request} returned {status} with a body that cannot be read as JSON',
    expected: 'JSON in UTF-8',
    actual: '{problem}',
    identity: ['operation', 'status'],
  },
  'byte-order-mark': {
    message: '{request} returned {status} with a byte-order mark before its JSON',
    expected: 'JSON without a byte-order mark',
    actual: 'a byte-order mark',
    identity: ['operation', 'status'],
  },
  'duplicate-json-key': {
    message: '{request} returned {status} with JSON that has the member {member:json} twice',
    expected: 'each member name once in an object',
    actual: '{member:json} twice',
    identity: ['operation', 'status'],
  },
  'unusual-integer': {
    message: '{request} returned {status} with an integer that is not written in plain digits',
    expected: 'plain digits',
    actual: '{value}',
    identity: ['operation', 'status'],
  },
  'server-error': {
    message:
      '{request} returned {status}, {failed} of {times:count time} (request {probe}); {errors:count} of {requests:count request} of the check, with confirmation attempts, returned 5xx',
    expected: 'the specified response, or 4xx',
    actual: '{status}{said:also}',
    identity: ['operation', 'status', 'probe'],
  },
  'no-response': {
    message:
      '{request} got no response in {times:count attempt}, while the service answered other requests (request {probe})',
    expected: 'a response',
    actual: '{failure}',
    identity: ['operation', 'probe'],
  },
});
