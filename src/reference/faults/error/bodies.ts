import { onAnswer, onStatus, reshapeAnswer, withBody, withoutBody } from '../../reshape.ts';
import { each, faults } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

/** Faults that send something else instead of an `Error`. */
export const errorBodyFaults = faults({
  'empty-401': {
    title: 'Returns 401 without a body',
    breaks: ['error.schema', ...errorBodyOn401],
    follows: [...bare401],
    apply: reshapeAnswer(onStatus(401), withoutBody),
  },
  'empty-400': {
    title: 'Returns 400 without a body',
    breaks: ['error.schema', ...errorBodyOn400],
    apply: reshapeAnswer(onStatus(400), withoutBody),
  },
  ...each(
    {
      'empty-401-on-list': ['list', 'GET /pets', bare401],
      'empty-401-on-create': ['create', 'POST /pets', []],
      'empty-401-on-get': ['get', 'GET /pets/{id}', []],
    },
    ([operation, name, follows]) => ({
      title: `Returns 401 without a body on ${name}`,
      breaks: ['error.schema', `auth.required.${operation}`, `auth.unknown-key.${operation}`],
      follows,
      apply: reshapeAnswer(onAnswer(operation, 401), withoutBody),
    }),
  ),
  'text-401': {
    title: 'Returns 401 with plain text',
    breaks: ['error.schema', 'media.json', ...errorBodyOn401],
    follows: ['media.well-formed', ...bare401],
    apply: reshapeAnswer(onStatus(401), withBody('text/plain', 'Unauthorized')),
  },
  'page-on-400': {
    title: 'Returns 400 with an HTML page',
    breaks: ['error.schema', 'media.json', ...errorBodyOn400],
    follows: ['media.well-formed'],
    apply: reshapeAnswer(onStatus(400), withBody('text/html; charset=utf-8', '<!DOCTYPE html><pre>Bad Request</pre>')),
  },
  'json-string-on-401': {
    title: 'Returns 401 with a JSON string',
    breaks: ['error.schema', ...errorBodyOn401],
    follows: ['error.status-matches', 'error.not-blank', ...bare401],
    apply: reshapeAnswer(onStatus(401), (answer) => ({ ...answer, body: '"Unauthorized"' })),
  },
  'empty-object-on-400': {
    title: 'Returns 400 with {}',
    breaks: ['error.schema', ...errorBodyOn400],
    follows: ['error.status-matches', 'error.not-blank'],
    apply: reshapeAnswer(onStatus(400), (answer) => ({ ...answer, body: '{}' })),
  },
});
