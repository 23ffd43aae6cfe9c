import type { Fault } from '../../variant.ts';

export const sunsetStructuredDate: Fault = {
  id: 'sunset-structured-date',
  title: 'Writes Sunset as a structured-field date',
  breaks: ['get.sunset-date'],
  apply: (base) => ({
    ...base,
    lifecycleHeaders: () =>
      base.lifecycleHeaders().map(([name, value]) => [name, name === 'Sunset' ? '@1922659200' : value]),
  }),
};
