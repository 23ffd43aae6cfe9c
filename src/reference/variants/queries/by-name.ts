import type { LegalVariant } from '../../variant.ts';

export const byName: LegalVariant = {
  id: 'by-name',
  title: 'Lists animals by name',
  apply: (base) => ({ ...base, order: (animals) => animals.toSorted((a, b) => a.name.localeCompare(b.name)) }),
};
