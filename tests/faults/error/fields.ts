import { integer, object, withMember, without } from '../../../src/reference/json/value.ts';
import { isError, onStatus, reshapeObject } from '../changes/reshape.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';
import { each, faults } from '../table.ts';

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
  'error-code-null': {
    title: 'Sends null as the code of an Error',
    breaks: everyError,
    follows: ['error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => withMember(body, 'code', null)),
  },
  'error-nested': {
    title: 'Wraps the Error in an object',
    breaks: everyError,
    follows: ['error.status-matches', 'error.not-blank', ...bare401],
    apply: reshapeObject(isError, (body) => object(['error', body])),
  },
  ...each({ 'message-blank': 'message', 'code-blank': 'code' }, (field) => ({
    title: `Sends an empty ${field} in an Error`,
    breaks: ['error.not-blank'],
    apply: reshapeObject(isError, (body) => withMember(body, field, '')),
  })),
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
});
