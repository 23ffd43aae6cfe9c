import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const limit101Taken: Fault = {
  id: 'limit-101-taken',
  title: 'Takes limit=101',
  breaks: ['list.never-above-maximum'],
  needs: { seed: 150 },
  apply: (base) => ({ ...base, readLimit: (text) => (text === '101' ? accept(101) : base.readLimit(text)) }),
};
