import type { Fault } from '../../variant.ts';

export const deprecationBareNumber: Fault = {
  id: 'deprecation-bare-number',
  title: 'Writes Deprecation as a bare number',
  breaks: ['get.deprecation-syntax'],
  apply: (base) => ({
    ...base,
    lifecycleHeaders: () =>
      base.lifecycleHeaders().map(([name, value]) => [name, name === 'Deprecation' ? '1764892800' : value]),
  }),
};
