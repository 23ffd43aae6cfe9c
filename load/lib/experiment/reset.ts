import type { ClockOffset } from './clock.ts';

/** Moments on our clock, in milliseconds since 1970. */
export interface ResetMoment {
  /** Before this moment the reset cannot have happened, as the value may have been rounded up by a second. */
  readonly earliest: number;
  /** From this moment on it has happened, with any rounding. */
  readonly certain: number;
}

/** A second either way: floor, round and ceil are all legal, so the true moment is in (R − 1, R + 1). */
const ROUNDING = 1_000;

/**
 * The moment at which an X-RateLimit-Reset announces the limit. The specification requires Unix seconds; for another
 * unit, the magnitude decides, because the wait only collects evidence. Null: not a moment.
 */
export function resetMoment(value: string | null, received: number, offset: ClockOffset): ResetMoment | null {
  if (value === null || !/^\d{1,16}(\.\d+)?$/.test(value)) return null;
  const number = Number(value);
  if (number < 1e7)
    return { earliest: received + number * 1_000 - ROUNDING, certain: received + number * 1_000 + ROUNDING };
  const server = number < 1e11 ? number * 1_000 : number;
  // Each of several clocks is known to a second: later responses may show that one differs by that much more.
  const unsure = offset.several === true ? ROUNDING : 0;
  return { earliest: server - ROUNDING - offset.most - unsure, certain: server + ROUNDING - offset.least + unsure };
}
