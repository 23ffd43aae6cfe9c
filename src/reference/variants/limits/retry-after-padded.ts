import { sayWait } from '../../requota.ts';
import type { LegalVariant } from '../../variant.ts';

export const retryAfterPadded: LegalVariant = {
  id: 'retry-after-padded',
  title: 'Adds a second to every Retry-After',
  apply: (base) => sayWait(base, (waitMs) => String(Math.ceil(waitMs / 1000) + 1)),
};
