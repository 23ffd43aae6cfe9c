import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnUnknownParameter: Fault = {
  id: 'fails-on-unknown-parameter',
  title: 'Fails where a query parameter is unknown',
  breaks: ['robust.no-server-error'],
  apply: (base) => crash(base, ({ query }) => [...query.keys()].some((name) => name !== 'limit' && name !== 'status')),
};
