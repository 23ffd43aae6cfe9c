import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnNegativeLimit: Fault = {
  id: 'fails-on-negative-limit',
  title: 'Fails where the limit is negative',
  breaks: ['robust.no-server-error'],
  apply: (base) => crash(base, ({ query }) => Number(query.get('limit')) < 0),
};
