import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { isConfirmation, type Trace } from '../../exchange/trace.ts';
import { isOnKey, readRate, windowOf } from './reading.ts';

/** Simultaneous requests: a limiter that refills quickly has no time to refill between them. */
export interface Volley {
  readonly exchanges: ReadonlySet<Exchange>;
  /** The last response before it. */
  readonly before: Answered;
  /** Those that show Remaining of the same limit. */
  readonly answers: readonly Answered[];
  /** The most that may have returned between the previous request and the last response. */
  readonly refill: number;
}

/** The volley of a confirmation attempt, found by its times: other requests wait for the previous response. */
export const volleyOf: (trace: Trace) => Volley | undefined = oncePer((trace) => {
  const exchanges = groupsOf(trace.exchanges.filter(isConfirmation)).at(-1) ?? [];
  const begun = Math.min(...exchanges.map(({ sent }) => sent.at));
  const before = trace.exchanges.filter(isAnswered).findLast(({ received }) => received.at <= begun);
  if (exchanges.length < 2 || before === undefined || !isOnKey(before)) return undefined;
  const { limit = 0 } = readRate(before);
  const answers = exchanges
    .filter(isAnswered)
    .filter((one) => isOnKey(one) && readRate(one).limit === limit && readRate(one).remaining !== undefined);
  const seconds = (Math.max(...exchanges.map(({ received }) => received.at)) - before.sent.at) / 1000;
  const refill = Math.ceil((seconds * limit) / windowOf(limit, trace));
  return { exchanges: new Set(exchanges), before, answers, refill };
});

function groupsOf(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const exchange of [...exchanges].sort((a, b) => a.sent.at - b.sent.at)) {
    const last = groups.at(-1);
    if (last === undefined || exchange.sent.at >= end) groups.push([exchange]);
    else last.push(exchange);
    end = Math.max(end, exchange.received.at);
  }
  return groups.filter(({ length }) => length > 1);
}

/** Requests that overlap with another one: the order in which the service decided them is unknown. */
export const overlapping: (trace: Trace) => ReadonlySet<Exchange> = oncePer(
  ({ exchanges }) => new Set(groupsOf(exchanges).flat()),
);

/** How far Remaining fell over some responses, and the least fall if each counts (one less, for rounding). */
export function fallOver({ before, refill }: Volley, answers: readonly Answered[]) {
  const shown = answers.map((answer) => readRate(answer).remaining ?? 0);
  const fall = (readRate(before).remaining ?? 0) - Math.min(...shown);
  return { fall, least: answers.length - refill - 1, spread: Math.max(...shown) - Math.min(...shown) };
}
