import type { RequirementRow } from '../requirement.ts';

const body = {
  clause: 'Errors',
  quote: 'Error responses carry the Error object (`code`, `message`, `status`).',
} as const;
const readable = { clause: 'Error (schema `Error`)', quote: 'Human-readable description.' } as const;

export const ERROR = [
  {
    id: 'error.schema',
    level: 'must',
    title: 'Every 4xx and 5xx response has code (string), message (string) and status (integer)',
    ...body,
  },
  {
    id: 'error.status-matches',
    level: 'must',
    title: '`status` in the body equals the HTTP status',
    clause: 'Errors',
    quote: '`status` equals the HTTP status of the response.',
  },
  {
    id: 'error.not-blank',
    level: 'should',
    title: 'code and message are not empty',
    ...readable,
    source: 'good practice: an empty message describes nothing',
  },
  {
    id: 'error.no-leak',
    level: 'should',
    title: 'No stack trace, file path, SQL or key in an error body',
    ...readable,
    source: 'OWASP API8:2023',
  },
  {
    id: 'error.codes',
    level: 'observe',
    title: 'The code for each condition',
    clause: 'Errors',
    quote: 'The set of values that `code` can take: not shown.',
  },
] as const satisfies readonly RequirementRow[];

const json = {
  clause: 'What the service does',
  quote: 'All request and response bodies are `application/json`.',
} as const;
const integer = {
  clause: 'Animal (schema `Pet`)',
  quote: 'An animal is the creation payload plus an identifier.',
  rows: [
    '| Field | Type | Format | Required | Notes |',
    '| id | integer | int64 | yes (in responses) | Assigned by the service on creation. Not sent on creation. |',
    '| categoryId | integer | int64 | yes | Identifier of the category the animal belongs to. |',
  ],
} as const;

export const MEDIA = [
  { id: 'media.json', level: 'must', title: 'Every response with a body has Content-Type application/json', ...json },
  { id: 'media.well-formed', level: 'must', title: 'Every body parses as JSON, in UTF-8', ...json },
  {
    id: 'media.clean-json',
    level: 'should',
    title: 'JSON has no byte-order mark, and each member name once',
    ...json,
    source: 'RFC 8259 §4 and §8.1',
  },
  {
    id: 'media.plain-integers',
    level: 'should',
    title: 'Integers are written as plain digits',
    ...integer,
    source: 'good practice: 1.0 and 1e3 break typed clients',
  },
] as const satisfies readonly RequirementRow[];

export const ROBUST = [
  {
    id: 'robust.no-server-error',
    level: 'must',
    title: 'No request gets a 5xx',
    clause: 'Errors',
    quote: 'Error responses carry the Error object (`code`, `message`, `status`).',
    source: "storecheck's reading: no operation lists a 5xx among its responses",
  },
  {
    id: 'robust.answers',
    level: 'must',
    title: 'Every request gets a response, at the latest when it is repeated',
    clause: 'What the service does',
    quote: 'The service is an HTTP/JSON interface to an animal store.',
  },
] as const satisfies readonly RequirementRow[];
