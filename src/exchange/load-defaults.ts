import { DAY_SECONDS } from './rate-headers.ts';
import type { DailyExperiment } from './records/load-config.ts';

/** Refusals after which a key is spared: each counts towards a ban (rule 5 of the specification). */
export const REFUSALS = 8;

/** One VU was measured to send a burst of this size in time; a larger one would prove nothing. */
export const LARGEST_BURST = 10_000;

/**
 * Requests of an experiment above the limit, which its calibration counts towards: 2 of the burst, 2 other operations, 1 half a window later,
 * 1 before Reset, 2 recoveries, 1 half a window after Reset.
 */
export const ABOVE_LIMIT = 9;

/** A slot that came back meanwhile could admit the first request above the limit; two show more. */
export const BEYOND = 2;

/** Requests of the top-up for a refill before the burst, if Remaining shows how much it was. */
export const MARGIN = 3;

/** Share of the plan's rate: at the full rate, a late request would exceed the next window. */
const SHARE_OF_RATE = 0.95;

/** There are enough VUs for responses that take this long. */
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
  /** One refusal per VU, and the last request: may exceed the budget if the rate needs more VUs. */
  const refused = vus + 1;
  return { offered, paced, seconds, vus, refused };
}
