import { redecide } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const neverRefuses: Fault = {
  id: 'never-refuses',
  title: 'Shows the limit, and lets everything through',
  breaks: ['limit.rejects-excess'],
  apply: (base) => redecide(base, (decision) => ({ ...decision, admitted: true })),
};
