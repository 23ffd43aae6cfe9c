import type { LegalVariant } from '../../variant.ts';

export const locationOnCreated: LegalVariant = {
  id: 'location-on-created',
  title: 'Sends Location with a 201',
  apply: (base) => ({ ...base, createdHeaders: ({ id }) => [['Location', `/v1/pets/${id}`]] }),
};
