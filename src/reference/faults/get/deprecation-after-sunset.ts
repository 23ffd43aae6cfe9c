import type { Fault } from '../../variant.ts';

export const deprecationAfterSunset: Fault = {
  id: 'deprecation-after-sunset',
  title: 'Deprecates the operation after its removal',
  breaks: ['get.deprecation-syntax'],
  apply: (base) => ({
    ...base,
    lifecycleHeaders: () =>
      base.lifecycleHeaders().map(([name, value]) => [name, name === 'Deprecation' ? '@1954195200' : value]),
  }),
};
