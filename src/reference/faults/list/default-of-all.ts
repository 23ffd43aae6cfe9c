import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const defaultOfAll: Fault = {
  id: 'default-of-all',
  title: 'Gives all animals where no limit is sent',
  breaks: ['list.default-limit', 'list.never-above-maximum'],
  needs: { seed: 150 },
  apply: (base) => ({ ...base, readLimit: (text) => (text === null ? accept(100_000) : base.readLimit(text)) }),
};
