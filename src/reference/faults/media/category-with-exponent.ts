import { withMember } from '../../json/value.ts';
import type { Fault } from '../../variant.ts';

export const categoryWithExponent: Fault = {
  id: 'category-with-exponent',
  title: 'Writes category ids as 7e0',
  breaks: ['media.plain-integers'],
  follows: [
    'list.schema',
    'create.schema',
    'get.schema',
    'get.same-as-created',
    'create.echo',
    'create.int64',
    'list.agrees-with-created',
  ],
  apply: (base) => ({
    ...base,
    encodeAnimal: (animal, operation) =>
      withMember(base.encodeAnimal(animal, operation), 'categoryId', { digits: `${animal.categoryId}e0` }),
  }),
};
