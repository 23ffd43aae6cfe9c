import { integer, object, withMember, without } from '../../json/value.ts';
import { isError, onStatus, reshapeObject } from '../../reshape.ts';
import { faults } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

/** Faults in the fields of an `Error`. */
export const errorFieldFaults = faults({
  'error-status-as-string': {
    title: 'Sends the status of an Error as a string',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: ['error.status-matches', ...bare401],
    apply: (base) => ({
      encodeProblem: (problem, request) =>
        withMember(base.encodeProblem(problem, request), 'status', String(problem.status)),
    }),
  },
  'error-without-status': {
    title: 'Omits the status of an Error',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: ['error.status-matches', ...bare401],
    apply: reshapeObject(isError, (body) => without(body, 'status')),
  },
  'error-without-code': {
    title: 'Omits the code of an Error',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: ['error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => without(body, 'code')),
  },
  'error-without-message': {
    title: 'Omits the message of an Error',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: ['error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => without(body, 'message')),
  },
  'error-code-as-number': {
    title: 'Sends the code of an Error as a number',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: [...bare401],
    apply: reshapeObject(isError, (body) => withMember(body, 'code', integer(1001))),
  },
  'error-code-null': {
    title: 'Sends null as the code of an Error',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: ['error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => withMember(body, 'code', null)),
  },
  'error-message-in-parts': {
    title: 'Sends the message of an Error as a list',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: [...bare401],
    apply: reshapeObject(isError, (body) => withMember(body, 'message', ['The', 'request', 'failed.'])),
  },
  'error-nested': {
    title: 'Wraps the Error in an object',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: ['error.status-matches', 'error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => object(['error', body])),
  },
  'error-in-list': {
    title: 'Returns a list of Errors',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: ['error.status-matches', 'error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => object(['errors', [body]])),
  },
  'error-names-in-capitals': {
    title: 'Capitalizes the field names of an Error: Code, Message, Status',
    breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
    follows: ['error.status-matches', 'error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) =>
      object(
        ...body.members.map(([name, value]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, value] as const),
      ),
    ),
  },
  'message-blank': {
    title: 'Sends an empty message in an Error',
    breaks: ['error.not-blank'],
    apply: reshapeObject(isError, (body) => withMember(body, 'message', '')),
  },
  'code-blank': {
    title: 'Sends an empty code in an Error',
    breaks: ['error.not-blank'],
    apply: reshapeObject(isError, (body) => withMember(body, 'code', '')),
  },
  'not-found-message-blank': {
    title: 'Sends a blank message in a 404',
    breaks: ['error.not-blank'],
    apply: reshapeObject(onStatus(404), (body) => withMember(body, 'message', ' ')),
  },
  'status-mismatch-on-400': {
    title: 'Sends the status 500 in the body of a 400',
    breaks: ['error.status-matches'],
    apply: reshapeObject(onStatus(400), (body) => withMember(body, 'status', integer(500))),
  },
  'status-mismatch-on-401': {
    title: 'Sends the status 403 in the body of a 401',
    breaks: ['error.status-matches'],
    apply: reshapeObject(onStatus(401), (body) => withMember(body, 'status', integer(403))),
  },
  'status-mismatch-on-404': {
    title: 'Sends the status 400 in the body of a 404',
    breaks: ['error.status-matches'],
    apply: reshapeObject(onStatus(404), (body) => withMember(body, 'status', integer(400))),
  },
  'status-zero': {
    title: 'Sends the status 0 in every Error',
    breaks: ['error.status-matches'],
    apply: reshapeObject(isError, (body) => withMember(body, 'status', integer(0))),
  },
});
