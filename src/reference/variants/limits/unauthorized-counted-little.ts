import type { LegalVariant } from '../../variant.ts';

export const unauthorizedCountedLittle: LegalVariant = {
  id: 'unauthorized-counted-little',
  title: 'Grants sixty requests a window to callers without a valid key',
  apply: (base) => ({ ...base, allowances: { ...base.allowances, anonymous: { perMinute: 60, perDay: 1_000_000 } } }),
};
