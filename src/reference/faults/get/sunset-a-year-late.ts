import { sayLifecycle } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const sunsetAYearLate: Fault = {
  id: 'sunset-a-year-late',
  title: 'Names 5 December 2031 in Sunset',
  breaks: ['get.sunset-date'],
  apply: (base) => sayLifecycle(base, 'Sunset', 'Fri, 05 Dec 2031 00:00:00 GMT'),
};
