import { isNumber } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const clampsOverflowingCategory: Fault = {
  id: 'clamps-overflowing-category',
  title: 'Takes a category beyond 64 bits as the largest one',
  breaks: ['create.rejects.overflow-category'],
  apply: (base) => ({
    ...base,
    readCategory: (json) =>
      isNumber(json) && /^\d{19,}$/.test(json.digits) && BigInt(json.digits) >= 2n ** 63n
        ? accept(2n ** 63n - 1n)
        : base.readCategory(json),
  }),
};
