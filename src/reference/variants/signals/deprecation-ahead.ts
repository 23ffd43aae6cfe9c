import type { LegalVariant } from '../../variant.ts';

export const deprecationAhead: LegalVariant = {
  id: 'deprecation-ahead',
  title: 'Names a future day of deprecation',
  apply: (base) => ({
    ...base,
    lifecycleHeaders: () =>
      base.lifecycleHeaders().map(([name, value]) => [name, name === 'Deprecation' ? '@1909440000' : value]),
  }),
};
