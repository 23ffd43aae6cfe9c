import { MAX_REFUSALS } from './allowances.ts';
import { DAY_SECONDS } from './rate-headers.ts';

/** Share of the plan's rate that is sent. At the full rate, a late request would exceed the limit of the next window. */
const SHARE_OF_RATE = 0.95;

/** The VUs of a day suffice for responses that take this long. They are few, because each VU stops only after a refusal of its own. */
const USUAL_RESPONSE_SECONDS = 0.4;

/** Windows before the last request, after which no limit per minute refuses the idle key. One second is added to be sure. */
const WINDOWS_BEFORE_LAST = 2;

/** How to exhaust a daily limit: the number of requests, their pace and duration. Infinite if quota refills as fast as it is used. */
export function dayPlan({
  perWindow,
  perDay,
  windowSeconds,
}: Readonly<Record<'perWindow' | 'perDay' | 'windowSeconds', number>>) {
  /** Requests per window. */
  const offered = Math.max(1, Math.floor(perWindow * SHARE_OF_RATE));
  const rate = offered / windowSeconds;
  const refillPerRequest = perDay / DAY_SECONDS / rate;
  const admitted = refillPerRequest < 1 ? perDay / (1 - refillPerRequest) : Infinity;
  /** Paced requests, without the calibration and the last request. */
  const paced = Math.ceil(admitted) - 1 + MAX_REFUSALS;
  /** VUs share no memory, so each needs its own refusal to stop. */
  const vus = Math.max(MAX_REFUSALS - 1, Math.ceil(USUAL_RESPONSE_SECONDS * rate));
  /** Seconds from the calibration to the last request. */
  const seconds = (paced + 1) / rate + WINDOWS_BEFORE_LAST * windowSeconds + 1;
  return { offered, paced, seconds, vus };
}
