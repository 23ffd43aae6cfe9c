import type { LegalVariant } from '../../variant.ts';

/** Stands here so that the server without any change is run against the limit experiment too. */
export const windowFromItsFirst: LegalVariant = {
  id: 'window-from-first',
  title: 'Has windows that begin with the first request of a key',
  apply: (base) => base,
};
