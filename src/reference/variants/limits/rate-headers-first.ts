import type { LegalVariant } from '../../variant.ts';

export const rateHeadersFirst: LegalVariant = {
  id: 'rate-headers-first',
  title: 'Writes the rate headers in another order, Reset first',
  apply: (base) => ({ ...base, rateHeaders: (values, request) => base.rateHeaders(values, request).toReversed() }),
};
