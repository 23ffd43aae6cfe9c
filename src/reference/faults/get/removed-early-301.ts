import type { Fault } from '../../variant.ts';

export const removedEarly301: Fault = {
  id: 'removed-early-301',
  title: 'Has removed the operation: it sends clients to the list',
  breaks: ['get.ok', 'get.still-served'],
  follows: ['get.not-found', 'get.same-as-created', 'get.schema', 'get.deprecation-signal'],
  apply: (base) => ({
    ...base,
    get: () => ({ status: 301, headers: [['Location', '/v1/pets?status=available']], json: undefined }),
  }),
};
