import { type Answered, type Exchange, isAnswered, oncePer, type Trace } from '../../exchange/index.ts';
import { isOnKey, readRate, windowOf } from './reading.ts';

/** Requests that were under way at the same time: they leave a limiter that refills quickly no time to refill between them. */
export interface Volley {
  readonly exchanges: ReadonlySet<Exchange>;
  /** The last answer before it. */
  readonly before: Answered;
  /** Those that show Remaining of the same limit. */
  readonly answers: readonly Answered[];
  /** The most that may have come back from the sending of the request before to the last answer. */
  readonly refill: number;
}

/** The last volley of a run, found by its times alone: whatever is sent in order is answered before the next one goes. */
export const volleyOf: (trace: Trace) => Volley | undefined = oncePer(findVolley);

function findVolley(trace: Trace): Volley | undefined {
  const exchanges = lastTogether(trace.exchanges);
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
}

function lastTogether(exchanges: readonly Exchange[]): readonly Exchange[] {
  let last: Exchange[] = [];
  let group: Exchange[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const exchange of [...exchanges].sort((a, b) => a.sent.at - b.sent.at)) {
    if (exchange.sent.at >= end) group = [];
    group.push(exchange);
    if (group.length > 1) last = group;
    end = Math.max(end, exchange.received.at);
  }
  return last;
}

/** How far Remaining fell over some of the answers, and the least that it must have fallen where each of them counts: one less, for rounding. */
export function fallOver({ before, refill }: Volley, answers: readonly Answered[]) {
  const shown = answers.map((answer) => readRate(answer).remaining ?? 0);
  const fall = (readRate(before).remaining ?? 0) - Math.min(...shown);
  return { fall, least: answers.length - refill - 1, spread: Math.max(...shown) - Math.min(...shown) };
}
