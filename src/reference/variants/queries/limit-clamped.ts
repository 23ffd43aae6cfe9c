import { accept } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const limitClamped: LegalVariant = {
  id: 'limit-clamped',
  title: 'Brings a limit that is out of range into it',
  apply: (base) => ({
    ...base,
    readLimit: (text) =>
      /^-?\d+$/.test(text ?? '') ? accept(Math.min(100, Math.max(1, Number(text)))) : base.readLimit(text),
  }),
};
