import { createRandom } from '../../random.ts';
import { restate } from '../../requota.ts';
import type { LegalVariant } from '../../variant.ts';

export const resetJitters: LegalVariant = {
  id: 'reset-jitters',
  title: 'Rounds Reset up or down by chance',
  apply: (base) => {
    const random = createRandom(5);
    return restate(base, (_, { governing }) => ({ reset: String(Math.floor(governing.resetAtMs / 1000 + random())) }));
  },
};
