import { createRandom } from '../../random.ts';
import type { LegalVariant } from '../../variant.ts';

export const idsRandom: LegalVariant = {
  id: 'ids-random',
  title: 'Draws ids at random from 63 bits',
  apply: (base) => {
    const random = createRandom(11);
    return {
      ...base,
      nextId: () => BigInt(Math.floor(random() * 2 ** 31)) * 2n ** 32n + BigInt(Math.floor(random() * 2 ** 32)),
    };
  },
};
