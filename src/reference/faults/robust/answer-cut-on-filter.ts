import { failInstead, resetConnection } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const answerCutOnFilter: Fault = {
  id: 'answer-cut-on-filter',
  title: 'Breaks the connection in the middle of every list of sold animals',
  breaks: ['robust.answers'],
  follows: ['list.status-filter.sold', 'list.status-with-limit', 'list.status-filter-complete'],
  apply: (base) =>
    failInstead(
      base,
      ({ query }) => query.get('status') === 'sold',
      (wire, { status, headers, body }) => {
        wire.writeHead(status, [...headers, ['Content-Length', String(body.length)]].flat());
        wire.write(body.slice(0, 9), () => resetConnection(wire));
      },
    ),
};
