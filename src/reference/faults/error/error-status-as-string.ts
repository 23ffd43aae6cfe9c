import { withMember } from '../../json/value.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

export const errorStatusAsString: Fault = {
  id: 'error-status-as-string',
  title: 'Writes the status of an Error as a string',
  breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
  follows: ['error.status-matches', ...bare401],
  apply: (base) => ({
    ...base,
    encodeProblem: (problem, request) =>
      withMember(base.encodeProblem(problem, request), 'status', String(problem.status)),
  }),
};
