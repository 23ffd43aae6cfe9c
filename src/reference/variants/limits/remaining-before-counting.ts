import { restate } from '../../requota.ts';
import type { LegalVariant } from '../../variant.ts';

export const remainingBeforeCounting: LegalVariant = {
  id: 'remaining-before-counting',
  title: 'Shows Remaining as it was before the request',
  apply: (base) =>
    restate(base, ({ remaining }, { admitted }) => ({
      remaining: admitted ? String(Number(remaining) + 1) : remaining,
    })),
};
