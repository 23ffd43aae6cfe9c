import { withMember } from '../../json/value.ts';
import type { Fault } from '../../variant.ts';

export const idWithDecimalPoint: Fault = {
  id: 'id-with-decimal-point',
  title: 'Writes ids as 7.0',
  breaks: ['media.plain-integers'],
  follows: ['list.schema', 'create.schema', 'get.schema', 'get.same-as-created', 'list.shows-created', 'get.ok'],
  apply: (base) => ({
    ...base,
    encodeAnimal: (animal, operation) =>
      withMember(base.encodeAnimal(animal, operation), 'id', { digits: `${animal.id}.0` }),
  }),
};
