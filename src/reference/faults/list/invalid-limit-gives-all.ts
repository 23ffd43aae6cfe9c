import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const invalidLimitGivesAll: Fault = {
  id: 'invalid-limit-gives-all',
  title: 'Gives all animals where the limit is out of range',
  breaks: ['list.never-above-maximum'],
  needs: { seed: 150 },
  apply: (base) => ({
    ...base,
    readLimit: (text) => {
      const limit = base.readLimit(text);
      return limit.ok ? limit : accept(100_000);
    },
  }),
};
