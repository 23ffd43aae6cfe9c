import type { Fault } from '../../variant.ts';

export const lookedUpAsDouble: Fault = {
  id: 'looked-up-as-double',
  title: 'Reads ids as doubles and finds a neighbour',
  breaks: ['get.same-as-created'],
  follows: ['get.ok', 'get.still-served'],
  needs: { firstId: 2n ** 53n + 1n },
  apply: (base) => ({ ...base, find: (id, service) => base.find(BigInt(Number(id)), service) }),
};
