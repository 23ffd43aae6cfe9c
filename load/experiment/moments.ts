import { TIMER_GUARD_MS } from '../../src/exchange/allowances.ts';
import type { ClockOffset } from '../../src/exchange/clock-offset.ts';
import { DATED_SECOND_MS } from '../../src/exchange/rate-headers.ts';
import { RESET_ROUNDING_MS } from '../../src/spec/headers.ts';
import type { ResponseSummary } from './recorder.ts';

export type ResetMoment = Readonly<NonNullable<ReturnType<typeof resetMoment>>>;

/**
 * When the limit is back according to X-RateLimit-Reset, on our clock. Its size shows its unit. Null if it names no moment. Floor, round
 * and ceil are all legal, so the true moment lies in (R − 1, R + 1): it is not before `earliest`, and has passed at `certain`.
 */
export function resetMoment({ reset, resetUnit, received }: ResponseSummary, clock: ClockOffset) {
  if (reset === undefined || reset < 0 || resetUnit === 'unreadable' || resetUnit === 'microseconds') return null;
  const late = RESET_ROUNDING_MS + TIMER_GUARD_MS;
  if (resetUnit === 'seconds from now')
    return { earliest: received + reset * 1_000 - RESET_ROUNDING_MS, certain: received + reset * 1_000 + late };
  const server = resetUnit === 'seconds' ? reset * 1_000 : reset;
  return { earliest: server - RESET_ROUNDING_MS - clock.to, certain: server + late - clock.from };
}

/** When Retry-After allows a request, on our clock: seconds count from the receipt (RFC 9110 §10.2.3). Null if it cannot be read. */
export function retryMoment({ retryAfter, received }: ResponseSummary, clock: ClockOffset): number | null {
  if (retryAfter === undefined || retryAfter.kind === 'invalid') return null;
  if (retryAfter.kind === 'seconds') return received + retryAfter.seconds * 1_000 + TIMER_GUARD_MS;
  return retryAfter.at + DATED_SECOND_MS - clock.from + TIMER_GUARD_MS;
}
