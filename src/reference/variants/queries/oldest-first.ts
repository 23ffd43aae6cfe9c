import type { LegalVariant } from '../../variant.ts';

export const oldestFirst: LegalVariant = {
  id: 'oldest-first',
  title: 'Lists the oldest animals first',
  apply: (base) => ({ ...base, order: (animals) => animals }),
};
