import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnLimitAbc: Fault = {
  id: 'fails-on-limit-abc',
  title: 'Fails where the limit is no number',
  breaks: ['robust.no-server-error'],
  apply: (base) => crash(base, ({ query }) => query.get('limit') === 'abc'),
};
