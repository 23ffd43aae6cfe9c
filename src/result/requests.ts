import { type Exchange, isAnswered, type Trace } from '../exchange/index.ts';
import type { Result } from './result.ts';

/** Counts a stream of exchanges. Requests without a key count for the plan of the run. */
export function requestCounter({ head }: Trace): {
  see: (exchange: Exchange) => void;
  counts: () => Result['requests'];
} {
  const [byStatus, byPlan] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  let [sent, unplanned429] = [0, 0];
  return {
    see: (exchange) => {
      const status = isAnswered(exchange) ? String(exchange.received.status) : 'no answer';
      sent += 1;
      add(byStatus, status);
      add(byPlan, exchange.key?.split('#')[0] ?? head.settings.plan);
      // The 429s of k6 are planned.
      if (status === '429' && exchange.recorder === 'client') unplanned429 += 1;
    },
    counts: () => ({
      planned: head.planned,
      sent,
      byStatus: Object.fromEntries(byStatus),
      byPlan: Object.fromEntries(byPlan),
      unplanned429,
    }),
  };
}
