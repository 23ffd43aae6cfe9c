import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listedIdAsDouble: Fault = {
  id: 'listed-id-as-double',
  title: 'Lists ids rounded to doubles',
  breaks: ['list.unique-ids'],
  follows: [
    'list.shows-created',
    'list.agrees-with-created',
    'list.status-filter-complete',
    'get.ok',
    'get.same-as-created',
  ],
  needs: { firstId: 2n ** 53n + 1n },
  apply: (base) => showInstead(base, 'list', (animal) => ({ ...animal, id: BigInt(Number(animal.id)) })),
};
