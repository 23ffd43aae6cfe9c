import type { DailyExperiment } from '../exchange/records/load-config.ts';

/** Just below the plan's rate: at the rate itself, one late request is one too many of the next window. */
const SHARE_OF_RATE = 0.95;

const DAY_SECONDS = 86_400;

/** Enough VUs for answers that take this long, at the least; at most rates there are more. */
const LONGEST_ANSWER_SECONDS = 0.4;

/** After two windows no minute's limit refuses a key that was left alone; a second more than that is certain. */
const WINDOWS_BEFORE_LAST = 2;

/** How a key's day is used up. */
export interface DayPlan {
  /** Requests that are offered in a window. */
  readonly offered: number;
  /** Paced requests, besides the one that calibrates and the last one. */
  readonly paced: number;
  /** Seconds from the calibration to the last request. */
  readonly seconds: number;
  /** They share no memory, so each finds out by a refusal of its own that the day is used up. */
  readonly vus: number;
  /** At most: one for each VU, and the last request's. More than allowed where the rate takes more VUs. */
  readonly refused: number;
}

/**
 * The day's number and what a day that refills continuously gives back meanwhile, and then as many as refusals are allowed. After
 * the first refusals all further requests are held back; the last one shows whether the key is refused still. Never ends
 * (Infinity) where as much comes back as is offered.
 */
export function dayPlan(
  { perWindow, perDay, windowSeconds }: Pick<DailyExperiment, 'perWindow' | 'perDay' | 'windowSeconds'>,
  refusals: number,
): DayPlan {
  const offered = Math.max(1, Math.floor(perWindow * SHARE_OF_RATE));
  const rate = offered / windowSeconds;
  const back = perDay / DAY_SECONDS / rate;
  const paced = Math.ceil(back < 1 ? perDay / (1 - back) : Number.POSITIVE_INFINITY) - 1 + refusals;
  const vus = Math.max(1, refusals - 1, Math.ceil(LONGEST_ANSWER_SECONDS * rate));
  const seconds = (paced + 1) / rate + WINDOWS_BEFORE_LAST * windowSeconds + 1;
  return { offered, paced, seconds, vus, refused: vus + 1 };
}
