import { sayLifecycle } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const deprecationAfterSunset: Fault = {
  id: 'deprecation-after-sunset',
  title: 'Deprecates the operation after its removal',
  breaks: ['get.deprecation-syntax'],
  apply: (base) => sayLifecycle(base, 'Deprecation', '@1954195200'),
};
