import { sayLifecycle } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const sunsetStructuredDate: Fault = {
  id: 'sunset-structured-date',
  title: 'Writes Sunset as a structured-field date',
  breaks: ['get.sunset-date'],
  apply: (base) => sayLifecycle(base, 'Sunset', '@1922659200'),
};
