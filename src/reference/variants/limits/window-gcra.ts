import { gcra } from '../../limiters/gcra.ts';
import type { LegalVariant } from '../../variant.ts';

export const windowGcra: LegalVariant = {
  id: 'window-gcra',
  title: 'Spaces requests by the generic cell rate algorithm',
  apply: (base) => ({ ...base, minuteLimiter: gcra }),
};
