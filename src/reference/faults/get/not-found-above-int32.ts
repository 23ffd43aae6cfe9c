import type { Fault } from '../../variant.ts';

export const notFoundAboveInt32: Fault = {
  id: 'not-found-above-int32',
  title: 'Finds no animal whose id is above 2^31 - 1',
  breaks: ['get.ok'],
  follows: ['get.same-as-created', 'get.still-served', 'get.schema'],
  needs: { firstId: 2n ** 31n + 1n },
  apply: (base) => ({ ...base, find: (id, service) => (id > 2n ** 31n - 1n ? undefined : base.find(id, service)) }),
};
