import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import { isConfirmation } from '../../exchange/confirmation.ts';
import { isAnswered } from '../../exchange/exchange.ts';
import { memoize } from '../../exchange/memoize.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Trace } from '../../exchange/trace.ts';
import { isOnKey, limitOf, remainingOf, showsCounter, windowOf } from './rate-reading.ts';

/** Simultaneous requests: a limiter that refills quickly has no time to refill between them. */
export type Volley = Readonly<NonNullable<ReturnType<typeof volleyOf>>>;

/** The volley of a confirmation attempt, found by its times: other requests wait for the previous response. */
export const volleyOf = memoize((trace: Trace) => {
  const exchanges = simultaneous(trace.exchanges.filter(isConfirmation)).at(-1);
  if (exchanges === undefined) return undefined;
  const begun = Math.min(...exchanges.map(({ sent }) => sent.at));
  /** The last response before the volley. */
  const before = trace.exchanges.filter(isAnswered).findLast(({ received }) => received.at <= begun);
  if (before === undefined || !isOnKey(before)) return undefined;
  const limit = limitOf(before, trace);
  const shown = exchanges.filter(isAnswered).filter(showsCounter);
  /** The responses that show Remaining of the same limit. */
  const responses = shown.filter((exchange) => limitOf(exchange, trace) === limit);
  const seconds = (Math.max(...exchanges.map(({ received }) => received.at)) - before.sent.at) / 1000;
  /** The most that may have returned between the previous request and the last response. */
  const back = Math.ceil((seconds * limit) / windowOf(limit, trace));
  return { sent: exchanges.length, before, responses, back };
});

function simultaneous(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  let end = -Infinity;
  for (const exchange of [...exchanges].sort((a, b) => a.sent.at - b.sent.at)) {
    const last = groups.at(-1);
    if (last === undefined || exchange.sent.at >= end) groups.push([exchange]);
    else last.push(exchange);
    end = Math.max(end, exchange.received.at);
  }
  return groups.filter(({ length }) => length > 1);
}

/** Requests that overlap with another one: the order in which the service decided them is unknown. */
export const overlapping = memoize(({ exchanges }: Trace) => new Set(simultaneous(exchanges).flat()));

/** How much each request of a volley drew; undefined if the responses do not show it. */
export function drawOf(volley: Volley): 'none' | 'one' | 'more' | undefined {
  const { responses, sent, back } = volley;
  const { fall, spread, least } = fallOver(volley);
  const admitted = responses.filter(({ received }) => received.status !== 429).length;
  // Each may show what all of them left, so the spread alone does not count. If a portion of the quota returns in between, at least half of
  // them are on one side of it (window-token-bucket-in-portions).
  if (fall >= 0 && Math.max(fall, spread) < least / 2) return 'none';
  if (fall >= 2 * admitted - back - 1 && fall > admitted + OTHERS_ALLOWED) return 'more';
  return least >= 1 && fall >= least && fall <= sent ? 'one' : undefined;
}

/**
 * How far Remaining fell over some responses, and the least number of draws that they show, one less for rounding. A slow service may
 * refill as much as they draw. But if each shows a Remaining of its own, and none is skipped, each drew one.
 *
 *   before 999, then 16 at once in 0.9 s, which may refill 15: 998, 997, … 983   shows 15 draws
 *   before 999, then 16 at once in 0.9 s: 999, 998, 999, 999, …                  shows none
 */
export function fallOver({ before, back, responses }: Volley) {
  const shown = responses.map(remainingOf);
  const lowest = Math.min(...shown);
  const spread = Math.max(...shown) - lowest;
  const differing = new Set(shown).size;
  const isOneEach = differing >= responses.length - 1 && spread <= responses.length;
  const least = Math.max(responses.length - back - 1, isOneEach ? differing - 1 : 0);
  return { fall: remainingOf(before) - lowest, spread, least };
}
