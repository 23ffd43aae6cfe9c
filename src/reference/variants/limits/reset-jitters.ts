import { createRandom } from '../../random.ts';
import type { LegalVariant } from '../../variant.ts';

export const resetJitters: LegalVariant = {
  id: 'reset-jitters',
  title: 'Rounds Reset up or down by chance',
  apply: (base) => {
    const random = createRandom(5);
    return {
      ...base,
      rateValues: (tally, request) => ({
        ...base.rateValues(tally, request),
        reset: String(Math.floor(tally.governing.resetAtMs / 1000 + random())),
      }),
    };
  },
};
