import { sayLifecycle } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const deprecationBareNumber: Fault = {
  id: 'deprecation-bare-number',
  title: 'Writes Deprecation as a bare number',
  breaks: ['get.deprecation-syntax'],
  apply: (base) => sayLifecycle(base, 'Deprecation', '1764892800'),
};
