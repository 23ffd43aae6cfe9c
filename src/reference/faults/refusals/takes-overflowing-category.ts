import { isNumber } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesOverflowingCategory: Fault = {
  id: 'takes-overflowing-category',
  title: 'Takes a category beyond 64 bits and lets it wrap',
  breaks: ['create.rejects.overflow-category'],
  apply: (base) => ({
    ...base,
    readCategory: (json) =>
      isNumber(json) && /^\d{19,}$/.test(json.digits)
        ? accept(BigInt.asIntN(64, BigInt(json.digits)))
        : base.readCategory(json),
  }),
};
