import type { Fault } from '../../variant.ts';

export const notFoundAboveDouble: Fault = {
  id: 'not-found-above-double',
  title: 'Finds no animal whose id is above 2^53 - 1',
  breaks: ['get.ok'],
  follows: ['get.same-as-created', 'get.still-served', 'get.schema'],
  needs: { firstId: 2n ** 53n + 1n },
  apply: (base) => ({ ...base, find: (id, service) => (id > 2n ** 53n - 1n ? undefined : base.find(id, service)) }),
};
