import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterOne: Fault = {
  id: 'retry-after-one',
  title: 'Always says Retry-After 1',
  // A wait that the requests of few others might have prolonged proves nothing.
  needs: { windowSeconds: 20 },
  breaks: ['limit.retry-after-sufficient'],
  apply: (base) => sayWait(base, () => '1'),
};
