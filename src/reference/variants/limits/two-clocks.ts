import type { LegalVariant } from '../../variant.ts';

export const twoClocks: LegalVariant = {
  id: 'two-clocks',
  title: 'Answers from two nodes that share the counter, and whose clocks are three seconds apart',
  apply: (base) => {
    let answers = 0;
    return {
      ...base,
      dateHeaders: (nowMs) => {
        answers += 1;
        return base.dateHeaders(nowMs + (answers % 2) * 3000);
      },
    };
  },
};
