import { must, observe, should, under } from '../requirement.ts';

const errors = under('Errors');
const service = under('What the service does');
export const body = errors('Error responses carry the Error object (`code`, `message`, `status`).');
const readable = under('Error (schema `Error`)')('Human-readable description.');

export const ERROR = [
  must('error.schema', 'Every 4xx and 5xx response has code (string), message (string) and status (integer)', body),
  must(
    'error.status-matches',
    '`status` in the body equals the HTTP status',
    errors('`status` equals the HTTP status of the response.'),
  ),
  should('error.not-blank', 'code and message are not empty', readable, {
    source: 'good practice: an empty message describes nothing',
  }),
  should('error.no-leak', 'No stack trace, file path, SQL or key in an error body', readable, {
    source: 'OWASP API8:2023',
  }),
  observe('error.codes', 'The code for each condition', errors('The set of values that `code` can take: not shown.')),
];

export const json = service('All request and response bodies are `application/json`.');
const integer = {
  clause: 'Animal (schema `Pet`)',
  quote: 'An animal is the creation payload plus an identifier.',
  rows: [
    '| Field | Type | Format | Required | Notes |',
    '| id | integer | int64 | yes (in responses) | Assigned by the service on creation. Not sent on creation. |',
    '| categoryId | integer | int64 | yes | Identifier of the category the animal belongs to. |',
  ],
};

export const MEDIA = [
  must('media.json', 'Every response with a body has Content-Type application/json', json),
  must('media.well-formed', 'Every body parses as JSON, in UTF-8', json),
  should('media.clean-json', 'JSON has no byte-order mark, and each member name once', json, {
    source: 'RFC 8259 §4 and §8.1',
  }),
  should('media.plain-integers', 'Integers are written as plain digits', integer, {
    source: 'good practice: 1.0 and 1e3 break typed clients',
  }),
];

export const ROBUST = [
  must('robust.no-server-error', 'No request gets a 5xx', body, {
    source: "storecheck's reading: no operation lists a 5xx among its responses",
  }),
  must(
    'robust.answers',
    'Every request gets a response, at the latest when it is repeated',
    service('The service is an HTTP/JSON interface to an animal store.'),
  ),
];
