import { statuses } from '../../conforming/statuses.ts';
import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnUnknownFilter: Fault = {
  id: 'fails-on-unknown-filter',
  title: 'Fails where the status filter is unknown',
  breaks: ['robust.no-server-error'],
  apply: (base) => crash(base, ({ query }) => query.has('status') && !statuses.includes(query.get('status') ?? '')),
};
