import { withMember } from '../../json/value.ts';
import type { Fault } from '../../variant.ts';

export const keyShown: Fault = {
  id: 'key-shown',
  title: 'Shows the refused key in the message',
  breaks: ['error.no-leak'],
  apply: (base) => ({
    ...base,
    encodeProblem: (problem, request) =>
      problem.status === 401
        ? withMember(base.encodeProblem(problem, request), 'message', `Key ${base.credential(request)} is not valid.`)
        : base.encodeProblem(problem, request),
  }),
};
