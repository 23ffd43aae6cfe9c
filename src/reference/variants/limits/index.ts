import type { LegalVariant } from '../../variant.ts';
import { dayLimitShown } from './day-limit-shown.ts';
import { draftHeadersBeside } from './draft-headers-beside.ts';
import { minutesOfTheClock } from './minutes-of-the-clock.ts';
import { moreRateHeaders } from './more-rate-headers.ts';
import { rateHeadersFirst } from './rate-headers-first.ts';
import { refillInSteps } from './refill-in-steps.ts';
import { refusalsCounted } from './refusals-counted.ts';
import { refusalsProlong } from './refusals-prolong.ts';
import { remainingBeforeCounting } from './remaining-before-counting.ts';
import { resetJitters } from './reset-jitters.ts';
import { resetOfTheOldest } from './reset-of-the-oldest.ts';
import { resetRounded } from './reset-rounded.ts';
import { resetRoundedDown } from './reset-rounded-down.ts';
import { retryAfterAsDate } from './retry-after-as-date.ts';
import { retryAfterPadded } from './retry-after-padded.ts';
import { retryAfterUntilFull } from './retry-after-until-full.ts';
import { twoClocks } from './two-clocks.ts';
import { unauthorizedCountedByKey } from './unauthorized-counted-by-key.ts';
import { unauthorizedCountedLittle } from './unauthorized-counted-little.ts';
import { unauthorizedNotCounted } from './unauthorized-not-counted.ts';
import { windowFromItsFirst } from './window-from-first.ts';
import { windowGcra } from './window-gcra.ts';
import { windowSlidingCounter } from './window-sliding-counter.ts';
import { windowSlidingLog } from './window-sliding-log.ts';
import { windowTokenBucket } from './window-token-bucket.ts';
import { windowTwoCells } from './window-two-cells.ts';

export const limitsVariants: readonly LegalVariant[] = [
  minutesOfTheClock,
  windowSlidingLog,
  windowSlidingCounter,
  windowTokenBucket,
  windowGcra,
  dayLimitShown,
  remainingBeforeCounting,
  resetRoundedDown,
  resetRounded,
  resetJitters,
  unauthorizedCountedLittle,
  unauthorizedNotCounted,
  unauthorizedCountedByKey,
  draftHeadersBeside,
  moreRateHeaders,
  rateHeadersFirst,
];

/** Seen only where a key is used up. */
export const exhaustionVariants: readonly LegalVariant[] = [
  windowFromItsFirst,
  windowTwoCells,
  resetOfTheOldest,
  refillInSteps,
  refusalsProlong,
  refusalsCounted,
  retryAfterAsDate,
  retryAfterPadded,
  retryAfterUntilFull,
  twoClocks,
];
