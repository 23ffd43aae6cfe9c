import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesMissingCategory: Fault = {
  id: 'takes-missing-category',
  title: 'Takes a payload without a category',
  breaks: ['create.rejects.missing-category'],
  apply: (base) => ({ ...base, readCategory: (json) => (json === undefined ? accept(0n) : base.readCategory(json)) }),
};
