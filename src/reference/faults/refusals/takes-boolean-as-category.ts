import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesBooleanAsCategory: Fault = {
  id: 'takes-boolean-as-category',
  title: 'Takes a boolean for a category',
  breaks: ['create.rejects.boolean-category'],
  apply: (base) => ({
    ...base,
    readCategory: (json) => (typeof json === 'boolean' ? accept(json ? 1n : 0n) : base.readCategory(json)),
  }),
};
