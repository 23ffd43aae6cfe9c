import { accept } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const defaultStatusPending: LegalVariant = {
  id: 'default-status-pending',
  title: 'Makes animals without a status pending',
  apply: (base) => ({
    ...base,
    readStatus: (json) => (json === undefined ? accept('pending') : base.readStatus(json)),
  }),
};
