import type { LegalVariant } from '../../variant.ts';

export const shortWindow: LegalVariant = {
  id: 'short-window',
  title: 'Has a window of six seconds',
  needs: { windowSeconds: 6 },
  apply: (base) => base,
};
