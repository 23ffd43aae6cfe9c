import { object } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const membersInAnotherOrder: LegalVariant = {
  id: 'members-in-another-order',
  title: 'Writes members in reverse order',
  apply: (base) =>
    reshapeObject(
      {
        ...base,
        encodeAnimal: (animal, operation) => object(...base.encodeAnimal(animal, operation).members.toReversed()),
      },
      isError,
      (body) => object(...body.members.toReversed()),
    ),
};
