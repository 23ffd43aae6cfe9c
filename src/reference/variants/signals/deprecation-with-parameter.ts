import type { LegalVariant } from '../../variant.ts';

export const deprecationWithParameter: LegalVariant = {
  id: 'deprecation-with-parameter',
  title: 'Adds a parameter to Deprecation',
  apply: (base) => ({
    ...base,
    lifecycleHeaders: () =>
      base
        .lifecycleHeaders()
        .map(([name, value]) => [name, name === 'Deprecation' ? `${value};reason="replaced"` : value]),
  }),
};
