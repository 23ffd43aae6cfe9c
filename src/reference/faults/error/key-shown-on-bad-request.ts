import { withMember } from '../../json/value.ts';
import type { Fault } from '../../variant.ts';

export const keyShownOnBadRequest: Fault = {
  id: 'key-shown-on-bad-request',
  title: 'Shows the request headers with the key in a 400',
  breaks: ['error.no-leak'],
  apply: (base) => ({
    ...base,
    encodeProblem: (problem, request) =>
      problem.status === 400
        ? withMember(base.encodeProblem(problem, request), 'request', request.headers.get('authorization') ?? '')
        : base.encodeProblem(problem, request),
  }),
};
