import { sayLifecycle } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const sunsetUnixTime: Fault = {
  id: 'sunset-unix-time',
  title: 'Writes Sunset as seconds since 1970',
  breaks: ['get.sunset-date'],
  apply: (base) => sayLifecycle(base, 'Sunset', '1922659200'),
};
