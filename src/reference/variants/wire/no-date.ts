import type { LegalVariant } from '../../variant.ts';

export const noDate: LegalVariant = {
  id: 'no-date',
  title: 'Sends no Date',
  apply: (base) => ({ ...base, dateHeaders: () => [] }),
};
