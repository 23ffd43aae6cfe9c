import { sayLifecycle } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const sunsetDayAndMonthSwapped: Fault = {
  id: 'sunset-day-and-month-swapped',
  title: 'Names 12 May 2030 in Sunset',
  breaks: ['get.sunset-date'],
  apply: (base) => sayLifecycle(base, 'Sunset', 'Sun, 12 May 2030 00:00:00 GMT'),
};
