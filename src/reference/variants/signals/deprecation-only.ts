import type { LegalVariant } from '../../variant.ts';

export const deprecationOnly: LegalVariant = {
  id: 'deprecation-only',
  title: 'Sends Deprecation without Sunset',
  apply: (base) => ({
    ...base,
    lifecycleHeaders: () => base.lifecycleHeaders().filter(([name]) => name === 'Deprecation'),
  }),
};
