import type { Fault } from '../../variant.ts';
import { burstAllowance } from './burst-allowance.ts';
import { counterPerConnection } from './counter-per-connection.ts';
import { createNeverRefused } from './create-never-refused.ts';
import { dropsRefusedConnections } from './drops-refused-connections.ts';
import { everyKeyIsFree } from './every-key-is-free.ts';
import { everySecondOneAbove } from './every-second-one-above.ts';
import { failsNowAndThen } from './fails-now-and-then.ts';
import { failsOverTheLimit } from './fails-over-the-limit.ts';
import { getNeverRefused } from './get-never-refused.ts';
import { halfOfWhatItShows } from './half-of-what-it-shows.ts';
import { halfWindows } from './half-windows.ts';
import { keepsASmallerLimit } from './keeps-a-smaller-limit.ts';
import { keepsHalfTheLimit } from './keeps-half-the-limit.ts';
import { keysShareACounter } from './keys-share-a-counter.ts';
import { lastRequestRefused } from './last-request-refused.ts';
import { limitOfTheNextPlan } from './limit-of-the-next-plan.ts';
import { limitPerOperation } from './limit-per-operation.ts';
import { minuteOf55Seconds } from './minute-of-55-seconds.ts';
import { neverComesBack } from './never-comes-back.ts';
import { neverRefuses } from './never-refuses.ts';
import { noRetryAfter } from './no-retry-after.ts';
import { noRetryAfterOnCreate } from './no-retry-after-on-create.ts';
import { oneTooMany } from './one-too-many.ts';
import { opensAFifthEarly } from './opens-a-fifth-early.ts';
import { opensJustAfterHalfAWindow } from './opens-just-after-half-a-window.ts';
import { opensThreeSecondsEarly } from './opens-three-seconds-early.ts';
import { planSharesACounter } from './plan-shares-a-counter.ts';
import { raceBeforeCounting } from './race-before-counting.ts';
import { refillAtDoubleRate } from './refill-at-double-rate.ts';
import { refusalAsHtml } from './refusal-as-html.ts';
import { refusalAsProblemJson } from './refusal-as-problem-json.ts';
import { refusalAsText } from './refusal-as-text.ts';
import { refusalBelowZero } from './refusal-below-zero.ts';
import { refusalInAnEnvelope } from './refusal-in-an-envelope.ts';
import { refusalNamesTheNextWindow } from './refusal-names-the-next-window.ts';
import { refusalResetAsDelta } from './refusal-reset-as-delta.ts';
import { refusalResetInMilliseconds } from './refusal-reset-in-milliseconds.ts';
import { refusalResetOfTheDay } from './refusal-reset-of-the-day.ts';
import { refusalResetZero } from './refusal-reset-zero.ts';
import { refusalWithAnotherStatus } from './refusal-with-another-status.ts';
import { refusalWithOneRemaining } from './refusal-with-one-remaining.ts';
import { refusalWithStatusAsText } from './refusal-with-status-as-text.ts';
import { refusalWithoutBody } from './refusal-without-body.ts';
import { refusalWithoutCode } from './refusal-without-code.ts';
import { refusalWithoutLimit } from './refusal-without-limit.ts';
import { refusalWithoutRateHeaders } from './refusal-without-rate-headers.ts';
import { refusalWithoutRemaining } from './refusal-without-remaining.ts';
import { refusalWithoutReset } from './refusal-without-reset.ts';
import { refusalsRearmTheWindow } from './refusals-rearm-the-window.ts';
import { refusesWith200 } from './refuses-with-200.ts';
import { refusesWith400 } from './refuses-with-400.ts';
import { refusesWith401 } from './refuses-with-401.ts';
import { refusesWith403 } from './refuses-with-403.ts';
import { refusesWith503 } from './refuses-with-503.ts';
import { resetIsTheEndOfTheGrid } from './reset-is-the-end-of-the-grid.ts';
import { resetIsTheStartOfTheWindow } from './reset-is-the-start-of-the-window.ts';
import { resetMovesWithEachRequest } from './reset-moves-with-each-request.ts';
import { resetThreeSecondsEarly } from './reset-three-seconds-early.ts';
import { retryAfterADay } from './retry-after-a-day.ts';
import { retryAfterAWholeWindow } from './retry-after-a-whole-window.ts';
import { retryAfterAnHour } from './retry-after-an-hour.ts';
import { retryAfterAsIsoDate } from './retry-after-as-iso-date.ts';
import { retryAfterAsName } from './retry-after-as-name.ts';
import { retryAfterAsTimestamp } from './retry-after-as-timestamp.ts';
import { retryAfterDateInThePast } from './retry-after-date-in-the-past.ts';
import { retryAfterEmpty } from './retry-after-empty.ts';
import { retryAfterInMilliseconds } from './retry-after-in-milliseconds.ts';
import { retryAfterInUtc } from './retry-after-in-utc.ts';
import { retryAfterNegative } from './retry-after-negative.ts';
import { retryAfterOne } from './retry-after-one.ts';
import { retryAfterRoundedDown } from './retry-after-rounded-down.ts';
import { retryAfterWithFraction } from './retry-after-with-fraction.ts';
import { retryAfterWithUnit } from './retry-after-with-unit.ts';
import { retryAfterZero } from './retry-after-zero.ts';
import { spikeArrest } from './spike-arrest.ts';
import { threeWorkers } from './three-workers.ts';
import { threefoldWindows } from './threefold-windows.ts';
import { twiceTheLimit } from './twice-the-limit.ts';
import { twoNodes } from './two-nodes.ts';
import { windowLongerThanSaid } from './window-longer-than-said.ts';

/** Seen only where a key is used up: run against the limit experiment, not against the conformance checks. */
export const limitFaults: readonly Fault[] = [
  oneTooMany,
  twiceTheLimit,
  burstAllowance,
  limitOfTheNextPlan,
  neverRefuses,
  keepsASmallerLimit,
  keepsHalfTheLimit,
  lastRequestRefused,
  halfOfWhatItShows,
  everyKeyIsFree,
  spikeArrest,
  everySecondOneAbove,
  raceBeforeCounting,
  threeWorkers,
  twoNodes,
  counterPerConnection,
  limitPerOperation,
  keysShareACounter,
  planSharesACounter,
  createNeverRefused,
  getNeverRefused,
  halfWindows,
  minuteOf55Seconds,
  opensJustAfterHalfAWindow,
  opensAFifthEarly,
  opensThreeSecondsEarly,
  threefoldWindows,
  windowLongerThanSaid,
  refusalsRearmTheWindow,
  neverComesBack,
  refillAtDoubleRate,
  resetIsTheEndOfTheGrid,
  resetIsTheStartOfTheWindow,
  resetThreeSecondsEarly,
  resetMovesWithEachRequest,
  refusalNamesTheNextWindow,
  refusalResetAsDelta,
  refusalResetInMilliseconds,
  refusalResetZero,
  refusalResetOfTheDay,
  refusesWith401,
  refusesWith403,
  refusesWith400,
  refusesWith503,
  failsOverTheLimit,
  refusesWith200,
  dropsRefusedConnections,
  failsNowAndThen,
  refusalAsHtml,
  refusalAsText,
  refusalWithoutBody,
  refusalAsProblemJson,
  refusalWithAnotherStatus,
  refusalWithStatusAsText,
  refusalWithoutCode,
  refusalInAnEnvelope,
  refusalWithoutRateHeaders,
  refusalWithoutLimit,
  refusalWithoutRemaining,
  refusalWithoutReset,
  refusalWithOneRemaining,
  refusalBelowZero,
  noRetryAfter,
  noRetryAfterOnCreate,
  retryAfterEmpty,
  retryAfterWithFraction,
  retryAfterWithUnit,
  retryAfterAsIsoDate,
  retryAfterInUtc,
  retryAfterNegative,
  retryAfterAsName,
  retryAfterInMilliseconds,
  retryAfterAsTimestamp,
  retryAfterRoundedDown,
  retryAfterZero,
  retryAfterOne,
  retryAfterDateInThePast,
  retryAfterAWholeWindow,
  retryAfterAnHour,
  retryAfterADay,
];
