import { REFUSALS } from './allowances.ts';
import { DAY_SECONDS } from './rate-headers.ts';
import type { DailyExperiment } from './records/load-config.ts';

/** Share of the plan's rate: at the full rate, a late request would exceed the next window. */
const SHARE_OF_RATE = 0.95;

/** There are enough VUs for responses that take this long: less than in `sustain`, because each VU ends with a refusal. */
const LONGEST_ANSWER_SECONDS = 0.4;

/** Windows until no limit per minute refuses an idle key. One second more makes it certain. */
const WINDOWS_BEFORE_LAST = 2;

/** The requests of the day, what refill gives back meanwhile, and the allowed refusals. Infinity if quota refills as fast as it is used. */
export function dayPlan({
  perWindow,
  perDay,
  windowSeconds,
}: Pick<DailyExperiment, 'perWindow' | 'perDay' | 'windowSeconds'>) {
  /** Requests per window. */
  const offered = Math.max(1, Math.floor(perWindow * SHARE_OF_RATE));
  const rate = offered / windowSeconds;
  const back = perDay / DAY_SECONDS / rate;
  /** Paced requests, without the calibration and the last request. */
  const paced = Math.ceil(back < 1 ? perDay / (1 - back) : Number.POSITIVE_INFINITY) - 1 + REFUSALS;
  /** VUs share no memory, so each needs its own refusal to stop. */
  const vus = Math.max(1, REFUSALS - 1, Math.ceil(LONGEST_ANSWER_SECONDS * rate));
  /** Seconds from the calibration to the last request. */
  const seconds = (paced + 1) / rate + WINDOWS_BEFORE_LAST * windowSeconds + 1;
  return { offered, paced, seconds, vus };
}
