import { parseHttpDate } from '../../../exchange/index.ts';
import type { Point, Series } from './series.ts';

/** A refusal's Retry-After, and the first request after it. Times in seconds on the figure's axis. */
export interface Promised {
  readonly from: number;
  readonly until: number;
  readonly value: string;
  readonly next: Point | undefined;
}

const BARS = 4;

/** At most four, violated ones first, in the order of their refusals. `seconds` converts milliseconds since 1970 to the axis. */
export function promisedWaits(
  { refusals }: Series,
  seconds: (at: number) => number,
  points: readonly Point[],
): Promised[] {
  const chosen = new Map<string, Promised>();
  for (const { received, retryAfter } of refusals) {
    const until = retryAfter === undefined ? undefined : untilOf(retryAfter, received);
    if (retryAfter === undefined || until === undefined) continue;
    const due = seconds(until);
    const next = points.find(({ sent }) => sent >= due);
    // For each value, the last one that was correct, wrong, or not tested.
    chosen.set(`${next?.fate} ${retryAfter}`, { from: seconds(received), until: due, value: retryAfter, next });
  }
  const weight = ({ next }: Promised): number => (next?.fate === 'refused' ? 0 : next === undefined ? 2 : 1);
  return [...chosen.values()]
    .sort((a, b) => weight(a) - weight(b))
    .slice(0, BARS)
    .sort((a, b) => a.from - b.from);
}

/** Seconds count from the receipt of the refusal (RFC 9110 §10.2.3). */
function untilOf(text: string, received: number): number | undefined {
  return /^\d{1,9}$/.test(text) ? received + Number(text) * 1000 : parseHttpDate(text);
}
