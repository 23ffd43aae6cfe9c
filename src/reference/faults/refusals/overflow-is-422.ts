import { isNumber } from '../../json/value.ts';
import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const overflowIs422: Fault = {
  id: 'overflow-is-422',
  title: 'Answers 422 to a category beyond 64 bits',
  breaks: ['create.rejects.overflow-category'],
  apply: (base) => ({
    ...base,
    readCategory: (json) =>
      isNumber(json) && /^\d{19,}$/.test(json.digits) && BigInt(json.digits) >= 2n ** 63n
        ? refuse('categoryId is out of range.', 422)
        : base.readCategory(json),
  }),
};
