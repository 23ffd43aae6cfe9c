import { type Exchange, isAnswered, type Trace } from '../exchange/index.ts';
import type { Result } from './result.ts';

/** What was sent, in numbers. Requests without a key count for the plan that the run is made with. */
export function requests({ head, exchanges }: Trace, loaded: readonly Exchange[]): Result['requests'] {
  const all = [...exchanges, ...loaded];
  const byStatus = countBy(all, (exchange) => (isAnswered(exchange) ? String(exchange.received.status) : 'no answer'));
  const planOf = (exchange: Exchange) => exchange.key?.split('#')[0] ?? head.settings.plan;
  return {
    planned: head.planned,
    sent: all.length,
    byStatus,
    byPlan: countBy(all, planOf),
    // What k6 provokes is planned.
    unplanned429: exchanges.filter((exchange) => isAnswered(exchange) && exchange.received.status === 429).length,
  };
}

function countBy(exchanges: readonly Exchange[], name: (exchange: Exchange) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const exchange of exchanges) counts[name(exchange)] = (counts[name(exchange)] ?? 0) + 1;
  return counts;
}
