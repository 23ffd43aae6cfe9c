import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnLargeLimit: Fault = {
  id: 'fails-on-large-limit',
  title: 'Fails where the limit is above 100',
  breaks: ['robust.no-server-error'],
  follows: ['list.never-above-maximum'],
  apply: (base) => crash(base, ({ query }) => Number(query.get('limit')) > 100),
};
