import { withMember } from '../../json/value.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

export const errorStatusWithDecimalPoint: Fault = {
  id: 'error-status-with-decimal-point',
  title: 'Writes the status of an Error as 404.0',
  breaks: ['media.plain-integers'],
  follows: ['error.schema', 'error.status-matches', ...errorBodyOn401, ...bare401, ...errorBodyOn400, 'get.not-found'],
  apply: (base) => ({
    ...base,
    encodeProblem: (problem, request) =>
      withMember(base.encodeProblem(problem, request), 'status', { digits: `${problem.status}.0` }),
  }),
};
