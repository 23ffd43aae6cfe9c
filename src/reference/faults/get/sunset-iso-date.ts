import { sayLifecycle } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const sunsetIsoDate: Fault = {
  id: 'sunset-iso-date',
  title: 'Writes Sunset as an ISO date',
  breaks: ['get.sunset-date'],
  apply: (base) => sayLifecycle(base, 'Sunset', '2030-12-05T00:00:00Z'),
};
