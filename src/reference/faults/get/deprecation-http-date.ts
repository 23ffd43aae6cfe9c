import { sayLifecycle } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const deprecationHttpDate: Fault = {
  id: 'deprecation-http-date',
  title: 'Writes Deprecation as an HTTP date, as an old draft had it',
  breaks: ['get.deprecation-syntax'],
  apply: (base) => sayLifecycle(base, 'Deprecation', 'Fri, 05 Dec 2025 00:00:00 GMT'),
};
