import { problemOutcome } from '../../conforming/problem.ts';
import type { Fault } from '../../variant.ts';

export const removedEarly404: Fault = {
  id: 'removed-early-404',
  title: 'Has removed the operation: 404 for every id',
  breaks: ['get.ok', 'get.still-served'],
  follows: ['get.same-as-created', 'get.schema', 'get.deprecation-signal'],
  apply: (base) => ({
    ...base,
    get: (request, { behaviour }) =>
      problemOutcome(behaviour, request, { status: 404, code: 'not_found', message: 'There is no such path.' }),
  }),
};
