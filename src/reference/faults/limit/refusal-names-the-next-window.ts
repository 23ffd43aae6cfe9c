import { redecide } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusalNamesTheNextWindow: Fault = {
  id: 'refusal-names-the-next-window',
  title: 'Names the end of the next window on a refusal',
  breaks: ['limit.reset-true'],
  apply: (base) =>
    redecide(base, (decision, { quota }) =>
      decision.admitted ? decision : { ...decision, resetAtMs: decision.resetAtMs + quota.windowMs },
    ),
};
