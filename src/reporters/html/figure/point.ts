import type { Fate } from './series.ts';

/** One request in a figure; times in seconds since the first request of the window. */
export interface Point {
  readonly sent: number;
  readonly at: number;
  readonly fate: Fate;
  /** NaN without the header. */
  readonly remaining: number;
  /** Admitted requests in the window before its response. */
  readonly admitted: number;
  readonly phase: string;
}
