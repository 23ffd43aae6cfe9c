import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const limitUpToThousand: Fault = {
  id: 'limit-up-to-thousand',
  title: 'Takes limits up to 1,000',
  breaks: ['list.never-above-maximum'],
  needs: { seed: 150 },
  apply: (base) => ({
    ...base,
    readLimit: (text) => (Number(text) > 100 && Number(text) <= 1000 ? accept(Number(text)) : base.readLimit(text)),
  }),
};
