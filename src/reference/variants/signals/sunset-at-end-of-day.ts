import { sayLifecycle } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const sunsetAtEndOfDay: LegalVariant = {
  id: 'sunset-at-end-of-day',
  title: 'Names the end of 5 December 2030 in Sunset',
  apply: (base) => sayLifecycle(base, 'Sunset', 'Thu, 05 Dec 2030 23:59:59 GMT'),
};
