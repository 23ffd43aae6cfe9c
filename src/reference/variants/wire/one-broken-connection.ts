import { failInstead, resetConnection } from '../../failure.ts';
import type { LegalVariant } from '../../variant.ts';

export const oneBrokenConnection: LegalVariant = {
  id: 'one-broken-connection',
  title: 'Breaks the connection of the ninth request',
  apply: (base) => failInstead(base, ({ serial }) => serial === 9, resetConnection),
};
