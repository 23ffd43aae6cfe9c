import { accept } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const defaultStatus: LegalVariant = {
  id: 'default-status',
  title: 'Makes animals without a status available',
  apply: (base) => ({
    ...base,
    readStatus: (json) => (json === undefined ? accept('available') : base.readStatus(json)),
  }),
};
