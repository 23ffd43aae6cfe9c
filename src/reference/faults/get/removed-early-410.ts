import { problemOutcome } from '../../conforming/problem.ts';
import type { Fault } from '../../variant.ts';

export const removedEarly410: Fault = {
  id: 'removed-early-410',
  title: 'Has removed the operation: 410',
  breaks: ['get.ok', 'get.still-served'],
  follows: ['get.not-found', 'get.same-as-created', 'get.schema', 'get.deprecation-signal'],
  apply: (base) => ({
    ...base,
    get: (request, { behaviour }) =>
      problemOutcome(behaviour, request, {
        status: 410,
        code: 'gone',
        message: 'Use GET /pets with the status filter.',
      }),
  }),
};
