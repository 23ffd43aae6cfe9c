import type { ClockOffset } from '../../../src/exchange/clock-offset.ts';
import type { Reply } from './recorder.ts';

/** Moments on our clock, in milliseconds since 1970. */
export interface ResetMoment {
  /** Before this the reset cannot have happened, as the value may have been rounded up by a second. */
  readonly earliest: number;
  /** From here on it has happened, however the value was rounded. A request is due. */
  readonly certain: number;
}

/** A second either way: floor, round and ceil are all legal, so the true instant lies in (R − 1, R + 1). */
export const ROUNDING_MS = 1_000;

/** Milliseconds beyond a window that a request may be delayed: rounding, padding and travel (docs/limits.md). */
export const PATIENCE_MS = 5_000;

/** Margin for a timer that fires early, or clocks that drift apart, so that the service is not blamed for it. */
const GUARD = 50;

/** When X-RateLimit-Reset says that the limit is back, in the unit that its size shows. Null: it names no moment. */
export function resetMoment({ reset, resetUnit, received }: Reply, clock: ClockOffset): ResetMoment | null {
  if (reset === undefined || reset < 0 || resetUnit === 'unreadable') return null;
  const late = ROUNDING_MS + GUARD;
  if (resetUnit === 'seconds from now')
    return { earliest: received + reset * 1_000 - ROUNDING_MS, certain: received + reset * 1_000 + late };
  const server = resetUnit === 'seconds' ? reset * 1_000 : reset;
  return { earliest: server - ROUNDING_MS - clock.to, certain: server + late - clock.from };
}

/** When a request is due after Retry-After, on our clock: seconds count from the receipt (RFC 9110 §10.2.3). Null: it cannot be read. */
export function retryMoment({ retryAfter, received }: Reply, clock: ClockOffset): number | null {
  if (retryAfter === undefined || retryAfter.kind === 'invalid') return null;
  if (retryAfter.kind === 'seconds') return received + retryAfter.seconds * 1_000 + GUARD;
  // A date names a second.
  return retryAfter.at + ROUNDING_MS - clock.from + GUARD;
}
