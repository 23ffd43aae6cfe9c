import { object } from '../../json/value.ts';
import type { Fault } from '../../variant.ts';

export const nameTwice: Fault = {
  id: 'name-twice',
  title: 'Writes the name of an animal twice',
  breaks: ['media.clean-json'],
  apply: (base) => ({
    ...base,
    encodeAnimal: (animal, operation) => {
      const body = base.encodeAnimal(animal, operation);
      return object(...body.members, ['name', animal.name]);
    },
  }),
};
