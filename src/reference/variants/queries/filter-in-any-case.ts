import type { LegalVariant } from '../../variant.ts';

export const filterInAnyCase: LegalVariant = {
  id: 'filter-in-any-case',
  title: 'Takes the status filter in any letter case',
  apply: (base) => ({ ...base, readFilter: (text) => base.readFilter(text?.toLowerCase() ?? null) }),
};
