import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesStringAsCategory: Fault = {
  id: 'takes-string-as-category',
  title: 'Takes a string of digits for a category',
  breaks: ['create.rejects.string-category'],
  apply: (base) => ({
    ...base,
    readCategory: (json) =>
      typeof json === 'string' && /^\d{1,18}$/.test(json) ? accept(BigInt(json)) : base.readCategory(json),
  }),
};
