import type { Fault } from '../../variant.ts';

export const noDeprecationSignal: Fault = {
  id: 'no-deprecation-signal',
  title: 'Sends neither Deprecation nor Sunset',
  breaks: ['get.deprecation-signal'],
  apply: (base) => ({ ...base, lifecycleHeaders: () => base.lifecycleHeaders().filter(([name]) => name === 'Link') }),
};
