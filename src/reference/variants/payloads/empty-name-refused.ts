import { refuse } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const emptyNameRefused: LegalVariant = {
  id: 'empty-name-refused',
  title: 'Refuses an empty name',
  apply: (base) => ({
    ...base,
    readName: (json) => (json === '' ? refuse('name must not be empty.') : base.readName(json)),
  }),
};
