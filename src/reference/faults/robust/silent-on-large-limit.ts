import { failInstead, staySilent } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const silentOnLargeLimit: Fault = {
  id: 'silent-on-large-limit',
  title: 'Never answers a limit of 1,000',
  breaks: ['robust.answers'],
  follows: ['list.never-above-maximum'],
  apply: (base) => failInstead(base, ({ query }) => query.get('limit') === '1000', staySilent),
};
