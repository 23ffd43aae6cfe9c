import { integer, object, withMember, without } from '../../json/value.ts';
import { isError, onStatus, reshapeObject } from '../../reshape.ts';
import { each, faults } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

const everyError = ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'];

export const errorFieldFaults = faults({
  'error-status-as-string': {
    title: 'Sends the status of an Error as a string',
    breaks: everyError,
    follows: ['error.status-matches', ...bare401],
    apply: (base) => ({
      encodeProblem: (problem, request) =>
        withMember(base.encodeProblem(problem, request), 'status', String(problem.status)),
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
  'error-code-as-number': {
    title: 'Sends the code of an Error as a number',
    breaks: everyError,
    follows: [...bare401],
    apply: reshapeObject(isError, (body) => withMember(body, 'code', integer(1001))),
  },
  'error-code-null': {
    title: 'Sends null as the code of an Error',
    breaks: everyError,
    follows: ['error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => withMember(body, 'code', null)),
  },
  'error-message-in-parts': {
    title: 'Sends the message of an Error as a list',
    breaks: everyError,
    follows: [...bare401],
    apply: reshapeObject(isError, (body) => withMember(body, 'message', ['The', 'request', 'failed.'])),
  },
  'error-nested': {
    title: 'Wraps the Error in an object',
    breaks: everyError,
    follows: ['error.status-matches', 'error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => object(['error', body])),
  },
  'error-in-list': {
    title: 'Returns a list of Errors',
    breaks: everyError,
    follows: ['error.status-matches', 'error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => object(['errors', [body]])),
  },
  'error-names-in-capitals': {
    title: 'Capitalizes the field names of an Error: Code, Message, Status',
    breaks: everyError,
    follows: ['error.status-matches', 'error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) =>
      object(
        ...body.members.map(([name, value]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, value] as const),
      ),
    ),
  },
  ...each({ 'message-blank': 'message', 'code-blank': 'code' }, (field) => ({
    title: `Sends an empty ${field} in an Error`,
    breaks: ['error.not-blank'],
    apply: reshapeObject(isError, (body) => withMember(body, field, '')),
  })),
  'not-found-message-blank': {
    title: 'Sends a blank message in a 404',
    breaks: ['error.not-blank'],
    apply: reshapeObject(onStatus(404), (body) => withMember(body, 'message', ' ')),
  },
  ...each(
    {
      'status-mismatch-on-400': [400, 500],
      'status-mismatch-on-401': [401, 403],
      'status-mismatch-on-404': [404, 400],
    },
    ([sent, shown]) => ({
      title: `Sends the status ${shown} in the body of a ${sent}`,
      breaks: ['error.status-matches'],
      apply: reshapeObject(onStatus(sent), (body) => withMember(body, 'status', integer(shown))),
    }),
  ),
  'status-zero': {
    title: 'Sends the status 0 in every Error',
    breaks: ['error.status-matches'],
    apply: reshapeObject(isError, (body) => withMember(body, 'status', integer(0))),
  },
});
