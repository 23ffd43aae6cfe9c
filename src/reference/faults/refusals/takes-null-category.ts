import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesNullCategory: Fault = {
  id: 'takes-null-category',
  title: 'Takes null for a category',
  breaks: ['create.rejects.null-category'],
  apply: (base) => ({ ...base, readCategory: (json) => (json === null ? accept(0n) : base.readCategory(json)) }),
};
