import { sayLifecycle } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const deprecationAhead: LegalVariant = {
  id: 'deprecation-ahead',
  title: 'Names a future day of deprecation',
  apply: (base) => sayLifecycle(base, 'Deprecation', '@1909440000'),
};
