import type { LegalVariant } from '../../variant.ts';
import { dayLimitShown } from './day-limit-shown.ts';
import { draftHeadersBeside } from './draft-headers-beside.ts';
import { minutesOfTheClock } from './minutes-of-the-clock.ts';
import { moreRateHeaders } from './more-rate-headers.ts';
import { rateHeadersFirst } from './rate-headers-first.ts';
import { remainingBeforeCounting } from './remaining-before-counting.ts';
import { resetJitters } from './reset-jitters.ts';
import { resetRounded } from './reset-rounded.ts';
import { resetRoundedDown } from './reset-rounded-down.ts';
import { unauthorizedCountedByKey } from './unauthorized-counted-by-key.ts';
import { unauthorizedCountedLittle } from './unauthorized-counted-little.ts';
import { unauthorizedNotCounted } from './unauthorized-not-counted.ts';
import { windowGcra } from './window-gcra.ts';
import { windowSlidingCounter } from './window-sliding-counter.ts';
import { windowSlidingLog } from './window-sliding-log.ts';
import { windowTokenBucket } from './window-token-bucket.ts';

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
