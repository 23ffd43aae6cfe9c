import { sayReset } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusalResetOfTheDay: Fault = {
  id: 'refusal-reset-of-the-day',
  title: 'Names the end of the day as the Reset of the minute on a refusal',
  breaks: ['limit.reset-true'],
  apply: (base) => sayReset(base, (resetAtMs) => String(Math.ceil(resetAtMs / 86_400_000) * 86_400)),
};
