import type { Fate } from './series.ts';

/** One request as it is drawn; times in seconds since the first request of the window. */
export interface Point {
  readonly sent: number;
  readonly at: number;
  readonly fate: Fate;
  /** NaN where not said. */
  readonly remaining: number;
  /** How many were admitted in the window's length before its answer. */
  readonly admitted: number;
  readonly phase: string;
}
