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
