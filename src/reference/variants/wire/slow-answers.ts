import type { LegalVariant } from '../../variant.ts';

export const slowAnswers: LegalVariant = {
  id: 'slow-answers',
  title: 'Takes 300 ms for every answer',
  apply: (base) => ({
    ...base,
    deliver: (answer, request, wire) => {
      base.later(300, () => base.deliver(answer, request, wire));
    },
  }),
};
