import type { Fault } from '../../variant.ts';
import { counterPerOperation } from './counter-per-operation.ts';
import { counterPerPath } from './counter-per-path.ts';
import { countersNotShared } from './counters-not-shared.ts';
import { countsByAuthorizationLine } from './counts-by-authorization-line.ts';
import { countsByTwo } from './counts-by-two.ts';
import { createHasOwnLimit } from './create-has-own-limit.ts';
import { createNotCounted } from './create-not-counted.ts';
import { draftHeaderNames } from './draft-header-names.ts';
import { draftStructuredHeader } from './draft-structured-header.ts';
import { getNotCounted } from './get-not-counted.ts';
import { hyphenatedHeaderNames } from './hyphenated-header-names.ts';
import { limitDoubled } from './limit-doubled.ts';
import { limitEmpty } from './limit-empty.ts';
import { limitIsRemaining } from './limit-is-remaining.ts';
import { limitLinesOfTwoLimiters } from './limit-lines-of-two-limiters.ts';
import { limitOfNoPlan } from './limit-of-no-plan.ts';
import { limitPerHour } from './limit-per-hour.ts';
import { limitUnlimited } from './limit-unlimited.ts';
import { limitWithComma } from './limit-with-comma.ts';
import { limitWithDecimalPoint } from './limit-with-decimal-point.ts';
import { limitWithPolicies } from './limit-with-policies.ts';
import { limitWithUnit } from './limit-with-unit.ts';
import { listNotCounted } from './list-not-counted.ts';
import { noLimitHeader } from './no-limit-header.ts';
import { noLimitOn400 } from './no-limit-on-400.ts';
import { noRateHeaders } from './no-rate-headers.ts';
import { noRateHeadersOn201 } from './no-rate-headers-on-201.ts';
import { noRateHeadersOn400 } from './no-rate-headers-on-400.ts';
import { noRateHeadersOn401 } from './no-rate-headers-on-401.ts';
import { noRateHeadersOn404 } from './no-rate-headers-on-404.ts';
import { noRateHeadersOnGet } from './no-rate-headers-on-get.ts';
import { noRateHeadersOnList } from './no-rate-headers-on-list.ts';
import { noRemainingHeader } from './no-remaining-header.ts';
import { noRemainingOn404 } from './no-remaining-on-404.ts';
import { noResetHeader } from './no-reset-header.ts';
import { noResetOn401 } from './no-reset-on-401.ts';
import { noResetOnCreated } from './no-reset-on-created.ts';
import { prefixlessLimitName } from './prefixless-limit-name.ts';
import { rateHeadersNowAndThen } from './rate-headers-now-and-then.ts';
import { remainingAboveLimit } from './remaining-above-limit.ts';
import { remainingBelowZeroOn401 } from './remaining-below-zero-on-401.ts';
import { remainingBelowZeroOn404 } from './remaining-below-zero-on-404.ts';
import { remainingConstant } from './remaining-constant.ts';
import { remainingCountsUp } from './remaining-counts-up.ts';
import { remainingEmpty } from './remaining-empty.ts';
import { remainingInTens } from './remaining-in-tens.ts';
import { remainingLags } from './remaining-lags.ts';
import { remainingLineTwice } from './remaining-line-twice.ts';
import { remainingWithFraction } from './remaining-with-fraction.ts';
import { resetAWindowLate } from './reset-a-window-late.ts';
import { resetAsDelta } from './reset-as-delta.ts';
import { resetAsDeltaOn401 } from './reset-as-delta-on-401.ts';
import { resetAsHttpDate } from './reset-as-http-date.ts';
import { resetAsIsoDate } from './reset-as-iso-date.ts';
import { resetInAnHour } from './reset-in-an-hour.ts';
import { resetInLocalTime } from './reset-in-local-time.ts';
import { resetInMicroseconds } from './reset-in-microseconds.ts';
import { resetInMilliseconds } from './reset-in-milliseconds.ts';
import { resetInMillisecondsOnCreate } from './reset-in-milliseconds-on-create.ts';
import { resetInThePast } from './reset-in-the-past.ts';
import { resetMinusOne } from './reset-minus-one.ts';
import { resetWithFraction } from './reset-with-fraction.ts';
import { resetZero } from './reset-zero.ts';
import { suffixedHeaderNames } from './suffixed-header-names.ts';
import { windowLongerByHalf } from './window-longer-by-half.ts';

export const rateFaults: readonly Fault[] = [
  noLimitHeader,
  noRemainingHeader,
  noResetHeader,
  noRateHeaders,
  noRateHeadersOn201,
  noRateHeadersOn400,
  noRateHeadersOn401,
  noRateHeadersOn404,
  noRateHeadersOnList,
  noRateHeadersOnGet,
  noLimitOn400,
  noResetOn401,
  noRemainingOn404,
  noResetOnCreated,
  rateHeadersNowAndThen,
  suffixedHeaderNames,
  hyphenatedHeaderNames,
  draftHeaderNames,
  draftStructuredHeader,
  prefixlessLimitName,
  remainingBelowZeroOn401,
  remainingBelowZeroOn404,
  remainingAboveLimit,
  remainingConstant,
  remainingCountsUp,
  countsByTwo,
  countsByAuthorizationLine,
  remainingInTens,
  remainingLags,
  countersNotShared,
  counterPerOperation,
  counterPerPath,
  listNotCounted,
  createNotCounted,
  getNotCounted,
  resetAsDelta,
  resetInMilliseconds,
  resetInMicroseconds,
  resetAsHttpDate,
  resetAsIsoDate,
  resetZero,
  resetMinusOne,
  resetWithFraction,
  resetInThePast,
  resetInAnHour,
  resetAWindowLate,
  windowLongerByHalf,
  resetInLocalTime,
  resetAsDeltaOn401,
  resetInMillisecondsOnCreate,
  limitOfNoPlan,
  limitDoubled,
  limitPerHour,
  limitIsRemaining,
  createHasOwnLimit,
  limitWithPolicies,
  limitUnlimited,
  limitWithComma,
  limitEmpty,
  limitWithDecimalPoint,
  limitWithUnit,
  remainingWithFraction,
  remainingEmpty,
  remainingLineTwice,
  limitLinesOfTwoLimiters,
];
