import type { Interval } from '../../exchange/clock-offset.ts';
import type { DecidedRequest } from './requests.ts';

/** The number of requests that were certainly decided between two moments of our clock. */
export interface CertainCount extends Interval {
  readonly count: number;
}

/** When requests were sent and received, each list sorted by itself. */
export type Moments = Readonly<Record<'sent' | 'received', Float64Array>>;

/**
 * The sorted moments of requests. The number received until `to`, less the number sent before `from`, is at most the number decided in
 * between. It is less only if a request lasted longer than that. So two sorted lists suffice, without pairs.
 *
 *   sent at 0, 1, 2, 3 s, each received 0.5 s later; from 1 to 3 s:
 *   3 received until 3 s, less 1 sent before 1 s ──► 2 were certainly decided in between
 */
export const momentsOf = (requests: readonly DecidedRequest[]): Moments => ({
  sent: new Float64Array(requests.map(({ sent }) => sent)).sort(),
  received: new Float64Array(requests.map(({ received }) => received)).sort(),
});

/** How many sorted moments lie before `at`. */
export function countBefore(sorted: Float64Array, at: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The most requests that certainly fell into one span of `milliseconds`. O(n log n). */
export function mostWithin(requests: readonly DecidedRequest[], milliseconds: number): CertainCount {
  const { sent, received } = momentsOf(requests);
  let most: CertainCount = { count: 0, from: 0, to: 0 };
  let ended = 0;
  for (const [begun, from] of sent.entries()) {
    const to = from + milliseconds;
    while ((received[ended] ?? Infinity) <= to) ended += 1;
    if (ended - begun > most.count) most = { count: ended - begun, from, to };
  }
  return most;
}

/** The span, of any length, in which the certain count is furthest above the refill of `perMillisecond`. O(n log n). */
export function mostAboveRate(requests: readonly DecidedRequest[], perMillisecond: number): CertainCount {
  const { sent, received } = momentsOf(requests);
  let most: CertainCount & { readonly above: number } = { count: 0, from: 0, to: 0, above: -Infinity };
  // `best`: the request from which the count is greatest, wherever the span ends.
  let best = 0;
  let begun = 0;
  const heightAt = (index: number) => index - (sent[index] ?? 0) * perMillisecond;
  for (const [index, to] of received.entries()) {
    for (; (sent[begun] ?? Infinity) <= to; begun += 1) if (heightAt(begun) < heightAt(best)) best = begun;
    const from = sent[best] ?? 0;
    const count = index + 1 - best;
    const above = count - (to - from) * perMillisecond;
    if (above > most.above) most = { count, from, to, above };
  }
  return most;
}
