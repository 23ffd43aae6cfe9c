import type { ClockOffset } from '../../../src/exchange/clock-offset.ts';
import { parseHttpDate } from '../../../src/exchange/http-date.ts';

/** Without any Date header: the server's clock equals ours within a second. */
export const NO_CLOCK: ClockOffset = { from: -1_000, to: 1_000 };

/** Moments on our clock, in milliseconds since 1970. */
export interface ResetMoment {
  /** Before this the reset cannot have happened, as the value may have been rounded up by a second. */
  readonly earliest: number;
  /** From here on it has happened, however the value was rounded. A request is due. */
  readonly certain: number;
}

/** A second either way: floor, round and ceil are all legal, so the true instant lies in (R − 1, R + 1). */
const ROUNDING = 1_000;

/** Margin for a timer that fires early, or clocks that drift apart, so that the service is not blamed for it. */
const GUARD = 50;

/** When X-RateLimit-Reset says that the limit is back, read in the unit that its size shows. Null: it names no moment. */
export function resetMoment(value: string | null, received: number, offset: ClockOffset): ResetMoment | null {
  if (value === null || !/^\d{1,16}(\.\d+)?$/.test(value)) return null;
  const number = Number(value);
  const late = ROUNDING + GUARD;
  if (number < 1e7)
    return { earliest: received + number * 1_000 - ROUNDING, certain: received + number * 1_000 + late };
  const server = number < 1e11 ? number * 1_000 : number;
  // Each of several clocks is known to a second: later answers may show that one lies so much further off.
  const unsure = offset.several === true ? ROUNDING : 0;
  return { earliest: server - ROUNDING - offset.to - unsure, certain: server + late - offset.from + unsure };
}

/**
 * When a request is due after Retry-After, on our clock: seconds count from the receipt (RFC 9110 §10.2.3). Null: it
 * cannot be read.
 */
export function retryMoment(value: string | null, received: number, offset: ClockOffset): number | null {
  if (value === null) return null;
  if (/^\d{1,16}(\.\d+)?$/.test(value)) return received + Number(value) * 1_000 + GUARD;
  const date = parseHttpDate(value);
  // A date names a second.
  return date === undefined ? null : date + ROUNDING - offset.from + GUARD;
}
