import { accept } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const limitDefaultUsed: LegalVariant = {
  id: 'limit-default-used',
  title: 'Takes the default in place of an invalid limit',
  apply: (base) => ({
    ...base,
    readLimit: (text) => {
      const limit = base.readLimit(text);
      return limit.ok ? limit : accept(20);
    },
  }),
};
