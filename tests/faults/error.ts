import { integer, without } from '../../src/reference/tree.ts';
import { isError, onAnswer, onStatus, reshapeAnswer, reshapeObject, withBody, withoutBody } from './changes/reshape.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from './requirement-groups.ts';
import { each, faultTable } from './table.ts';

const everyError = ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'];

/** Faults in an `Error`: something else instead of it, wrong fields, and what it discloses. */
export const errorFaults = faultTable({
  'error-status-as-string': {
    title: 'Sends the status of an Error as a string',
    breaks: everyError,
    follows: ['error.status-matches', ...bare401],
    apply: (base) => ({
      encodeProblem: (problem, request) => ({
        ...base.encodeProblem(problem, request),
        status: String(problem.status),
      }),
    }),
  },
  ...each(
    {
      'error-without-status': ['status', 'error.status-matches'],
      'error-without-code': ['code', 'error.not-blank'],
      'error-without-message': ['message', 'error.not-blank'],
    },
    ([field, follower]) => ({
      title: `Omits the ${field} of an Error`,
      breaks: everyError,
      follows: [follower, ...bare401],
      apply: reshapeObject(isError, (body) => without(body, field)),
    }),
  ),
  'error-nested': {
    title: 'Wraps the Error in an object',
    breaks: everyError,
    follows: ['error.status-matches', 'error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => ({ error: body })),
  },
  ...each({ 'message-blank': 'message', 'code-blank': 'code' }, (field) => ({
    title: `Sends an empty ${field} in an Error`,
    breaks: ['error.not-blank'],
    apply: reshapeObject(isError, (body) => ({ ...body, [field]: '' })),
  })),
  'status-mismatch-on-401': {
    title: 'Sends the status 403 in the body of a 401',
    breaks: ['error.status-matches'],
    apply: reshapeObject(onStatus(401), (body) => ({ ...body, status: integer(403) })),
  },
  'empty-401': {
    title: 'Returns 401 without a body',
    breaks: ['error.schema', ...errorBodyOn401],
    follows: bare401,
    apply: reshapeAnswer(onStatus(401), withoutBody),
  },
  'empty-400': {
    title: 'Returns 400 without a body',
    breaks: ['error.schema', ...errorBodyOn400],
    apply: reshapeAnswer(onStatus(400), withoutBody),
  },
  'empty-401-on-list': {
    title: 'Returns 401 without a body on GET /pets',
    breaks: ['error.schema', 'auth.required.list', 'auth.unknown-key.list'],
    follows: bare401,
    apply: reshapeAnswer(onAnswer('list', 401), withoutBody),
  },
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
  'java-stack-trace': {
    title: 'Discloses a Java stack trace in an extra field',
    breaks: ['error.no-leak'],
    apply: reshapeObject(onStatus(404), (body) => ({
      ...body,
      trace: 'java.lang.NullPointerException\n\tat com.example.store.PetController.get(PetController.java:57)',
    })),
  },
  'sql-shown': {
    title: 'Discloses the database query',
    breaks: ['error.no-leak'],
    apply: reshapeObject(onStatus(404), (body) => ({
      ...body,
      message: 'no rows: SELECT id, name FROM pets WHERE id = $1',
    })),
  },
  'path-shown': {
    title: 'Discloses a file path',
    breaks: ['error.no-leak'],
    apply: reshapeObject(onStatus(400), (body) => ({
      ...body,
      message: 'invalid against /etc/animal-store/schemas/NewPet.json',
    })),
  },
  'no-message-in-german': {
    title: 'Leaves the error message empty if Accept-Language is de',
    breaks: ['error.not-blank'],
    apply: (base) => ({
      encodeProblem: (problem, request) =>
        base.encodeProblem(
          /^de/.test(request.headers.get('accept-language') ?? '') ? { ...problem, message: '' } : problem,
          request,
        ),
    }),
  },
  'key-shown': {
    title: 'Discloses the rejected key in the message',
    breaks: ['error.no-leak'],
    apply: (base) => ({
      encodeProblem: (problem, request) =>
        problem.status === 401
          ? { ...base.encodeProblem(problem, request), message: `Key ${base.credential(request)} is not valid.` }
          : base.encodeProblem(problem, request),
    }),
  },
});
