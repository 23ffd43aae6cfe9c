import { restate } from '../../requota.ts';
import type { LegalVariant } from '../../variant.ts';

export const resetRounded: LegalVariant = {
  id: 'reset-rounded',
  title: 'Rounds Reset to the nearest second',
  apply: (base) => restate(base, (_, { governing }) => ({ reset: String(Math.round(governing.resetAtMs / 1000)) })),
};
