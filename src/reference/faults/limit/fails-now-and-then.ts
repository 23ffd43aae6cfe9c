import { crash } from '../../failure.ts';
import { everyNth } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const failsNowAndThen: Fault = {
  id: 'fails-now-and-then',
  title: 'Fails with 500 at every tenth request of a burst',
  breaks: ['limit.no-server-error'],
  apply: (base) => {
    const tenth = everyNth(10);
    return crash(base, () => tenth());
  },
};
