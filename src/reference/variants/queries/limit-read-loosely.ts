import { accept } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const limitReadLoosely: LegalVariant = {
  id: 'limit-read-loosely',
  title: 'Reads as many digits of a limit as there are, up to 100',
  apply: (base) => ({
    ...base,
    readLimit: (text) => {
      const limit = Number.parseInt(text ?? '', 10);
      return limit > 0 ? accept(Math.min(100, limit)) : accept(20);
    },
  }),
};
