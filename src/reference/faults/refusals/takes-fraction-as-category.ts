import { isNumber } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesFractionAsCategory: Fault = {
  id: 'takes-fraction-as-category',
  title: 'Takes a fraction for a category and cuts it',
  breaks: ['create.rejects.fraction-category'],
  apply: (base) => ({
    ...base,
    readCategory: (json) =>
      isNumber(json) && json.digits.includes('.')
        ? accept(BigInt(Math.trunc(Number(json.digits))))
        : base.readCategory(json),
  }),
};
