import { resetConnection } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const dropsRefusedConnections: Fault = {
  id: 'drops-refused-connections',
  title: 'Drops the connection where it ought to refuse',
  breaks: ['limit.status'],
  apply: (base) => ({
    ...base,
    deliver: (answer, request, wire) =>
      answer.status === 429 ? resetConnection(wire) : base.deliver(answer, request, wire),
  }),
};
