import { parseHttpDate } from '../../../exchange/index.ts';
import type { Point } from './figure.ts';
import type { Series } from './series.ts';

/** What a refusal's Retry-After asked for, and what the first request after it met. Seconds on the figure's axis. */
export interface Promised {
  readonly from: number;
  readonly until: number;
  /** The words of the header. */
  readonly said: string;
  readonly next: Point | undefined;
}

/** Bars that are drawn: one for each length that was said, the last refusal that said it. */
const BARS = 4;

export function promisedWaits(
  { refusals }: Series,
  seconds: (at: number) => number,
  points: readonly Point[],
): Promised[] {
  const bySaid = new Map<string, Promised>();
  for (const { received, retryAfter } of refusals) {
    const until = retryAfter === undefined ? undefined : untilOf(retryAfter, received);
    if (retryAfter === undefined || until === undefined) continue;
    const due = seconds(until);
    bySaid.set(retryAfter, {
      from: seconds(received),
      until: due,
      said: retryAfter,
      next: points.find(({ sent }) => sent >= due),
    });
  }
  const all = [...bySaid.values()].sort((a, b) => a.from - b.from);
  return all.length <= BARS ? all : [...all.slice(0, BARS - 1), ...all.slice(-1)];
}

/** Seconds count from the receipt of the refusal (RFC 9110 §10.2.3). */
function untilOf(text: string, received: number): number | undefined {
  return /^\d{1,9}$/.test(text) ? received + Number(text) * 1000 : parseHttpDate(text);
}
