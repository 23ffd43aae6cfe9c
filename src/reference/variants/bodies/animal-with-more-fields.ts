import { object } from '../../json/value.ts';
import type { LegalVariant } from '../../variant.ts';

export const animalWithMoreFields: LegalVariant = {
  id: 'animal-with-more-fields',
  title: 'Adds fields to an animal',
  apply: (base) => ({
    ...base,
    encodeAnimal: (animal, operation) =>
      object(
        ...base.encodeAnimal(animal, operation).members,
        ['createdAt', new Date(animal.createdAt).toISOString()],
        ['tags', []],
        ['owner', null],
        ['weight', { digits: '4.25' }],
      ),
  }),
};
