import { httpDate } from '../wire/http-date.ts';
import type { ClockOffset } from './clock.ts';

/** Margin for a timer that fires early, or a clock that runs fast, so that the service is not blamed for it. */
const GUARD = 50;

/**
 * When a request is due after Retry-After, on our clock: seconds count from the receipt (RFC 9110 §10.2.3). Null: it
 * cannot be read.
 */
export function retryMoment(value: string | null, received: number, offset: ClockOffset): number | null {
  if (value === null) return null;
  if (/^\d{1,16}(\.\d+)?$/.test(value)) return received + Number(value) * 1_000 + GUARD;
  const date = httpDate(value);
  return date === null ? null : date - offset.least + GUARD;
}
