import { restate } from '../../requota.ts';
import type { LegalVariant } from '../../variant.ts';

export const resetRoundedDown: LegalVariant = {
  id: 'reset-rounded-down',
  title: 'Rounds Reset down',
  apply: (base) => restate(base, (_, { governing }) => ({ reset: String(Math.floor(governing.resetAtMs / 1000)) })),
};
