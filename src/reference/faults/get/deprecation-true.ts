import { sayLifecycle } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const deprecationTrue: Fault = {
  id: 'deprecation-true',
  title: 'Writes Deprecation as `true`, as an old draft had it',
  breaks: ['get.deprecation-syntax'],
  apply: (base) => sayLifecycle(base, 'Deprecation', 'true'),
};
