import { isAnswered } from '../exchange/exchange.ts';
import type { Trace } from '../exchange/trace.ts';
import { offsetReader } from './clock-offset.ts';
import { exchangesOf } from './load.ts';
import { leftBy, withShown } from './residue.ts';
import type { Residue, Result } from './result.ts';

/** Facts about the exchanges for a result, collected in one pass: k6 may have sent a million. */
export function sentIn(trace: Trace) {
  const { head, exchanges } = trace;
  const [byStatus, byPlan] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const clock = offsetReader();
  const created: Residue[] = [];
  // The client's times are more precise than k6's.
  const timed = exchanges.length > 0 ? 'client' : 'k6';
  let [sent, unplanned429] = [0, 0];
  for (const exchange of exchangesOf(trace)) {
    const status = isAnswered(exchange) ? String(exchange.received.status) : 'no answer';
    sent += 1;
    add(byStatus, status);
    // Requests without a key count for the plan of the run.
    add(byPlan, exchange.key?.split('#')[0] ?? head.settings.plan);
    // The 429s of k6 are planned.
    if (status === '429' && exchange.recorder === 'client') unplanned429 += 1;
    if (exchange.recorder === timed) clock.see(exchange);
    const left = leftBy(exchange);
    if (left !== undefined) created.push(left);
  }
  const requests: Result['requests'] = {
    planned: head.planned,
    sent,
    byStatus: Object.fromEntries(byStatus),
    byPlan: Object.fromEntries(byPlan),
    unplanned429,
  };
  return { requests, residue: withShown(created, trace), clockOffset: clock.offset() };
}
