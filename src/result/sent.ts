import { type Exchange, isAnswered, type Trace } from '../exchange/index.ts';
import { animalIn, payloadOf } from '../store/index.ts';
import { offsetReader } from './clock-offset.ts';
import { exchangesOf } from './load.ts';
import type { Residue, Result } from './result.ts';

/** Facts about the exchanges for a result, collected in one pass: k6 may have sent a million. */
export function sentIn(trace: Trace) {
  const { head, exchanges } = trace;
  const [byStatus, byPlan] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const clock = offsetReader();
  const residue: Residue[] = [];
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
    const left = residueOf(exchange);
    if (left !== undefined) residue.push(left);
  }
  const requests: Result['requests'] = {
    planned: head.planned,
    sent,
    byStatus: Object.fromEntries(byStatus),
    byPlan: Object.fromEntries(byPlan),
    unplanned429,
  };
  return { requests, residue, clockOffset: clock.offset() };
}

/**
 * The animal that a create may have left, also if its response was lost or should have been a refusal; undefined if nothing can remain.
 * k6 sends only incomplete payloads, so its animals are listed only if a response shows one.
 */
function residueOf(exchange: Exchange): Residue | undefined {
  if (exchange.operation !== 'createPet' || (isAnswered(exchange) && exchange.received.status >= 300)) return undefined;
  if (exchange.recorder === 'k6' && !isAnswered(exchange)) return undefined;
  const animal = isAnswered(exchange) ? animalIn(exchange) : undefined;
  return {
    id: animal?.id ?? null,
    name: animal?.name ?? payloadOf(exchange)?.name ?? null,
    probe: exchange.probe,
    exchange: exchange.seq,
  };
}
