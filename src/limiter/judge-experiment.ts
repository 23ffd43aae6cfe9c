import { isObject } from '../exchange/json.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import { because, type Conclusion, inconclusive, notApplicable } from '../rules/conclusion.ts';
import { LIMIT_REQUIREMENTS, type LimitRequirementId } from '../spec/requirements/limit.ts';
import { nested } from '../text/template.ts';
import { type Evidence, gather } from './evidence/evidence.ts';
import { AS_OUR_CLOCK } from './evidence/server-clock.ts';
import { dailyLimitRefuses } from './evidence/who-refuses.ts';
import type { Experiment } from './experiment.ts';
import { sentenceOf } from './models/explanation.ts';
import { numbersOf } from './numbers.ts';
import { judgeAdmission } from './requirements/admits-plan.ts';
import { judgeDraws, judgeKeys, judgeOperations } from './requirements/counters.ts';
import { observeAlgorithm, observeRejects, observeRestored } from './requirements/observed.ts';
import { judgeRefillRate } from './requirements/refill-rate.ts';
import {
  judgeErrorBody,
  judgeHeaders,
  judgeRemainingZero,
  judgeRetryAfterPresent,
  judgeRetryAfterSyntax,
  judgeServerErrors,
  judgeStatus,
} from './requirements/refusals.ts';
import { judgeExcess } from './requirements/rejects-excess.ts';
import { judgeResetTrue } from './requirements/reset-true.ts';
import {
  judgeRetryAfterReasonable,
  judgeRetryAfterSufficient,
  judgeRetryAfterUnit,
} from './requirements/retry-after.ts';
import { judgeDaily, judgeSustained } from './requirements/sustained-and-daily.ts';
import { judgeWindowLength } from './requirements/window-is-a-minute.ts';

/** Requirements that seem to be violated after a restart that loses the counters, because it returns quota at once. */
const ALSO_BY_RESTART = [
  'limit.rejects-excess',
  'limit.reset-true',
  // Too fast after a restart. Another client can make it seem too slow.
  'limit.refill-rate',
  'limit.window-is-a-minute',
] as const satisfies readonly LimitRequirementId[];

/** Requirements that are about the limiter's behaviour. */
export const ABOUT_LIMITER: readonly LimitRequirementId[] = [
  ...ALSO_BY_RESTART,
  'limit.admits-plan',
  'limit.all-operations',
  'limit.retry-after-sufficient',
  'limit.retry-after-unit',
];

const LIMIT_RULES = {
  'limit.admits-plan': judgeAdmission,
  'limit.rejects-excess': judgeExcess,
  'limit.status': judgeStatus,
  'limit.error-body': judgeErrorBody,
  'limit.headers': judgeHeaders,
  'limit.remaining-zero': judgeRemainingZero,
  'limit.retry-after-present': judgeRetryAfterPresent,
  'limit.retry-after-syntax': judgeRetryAfterSyntax,
  'limit.retry-after-sufficient': judgeRetryAfterSufficient,
  'limit.retry-after-reasonable': judgeRetryAfterReasonable,
  'limit.retry-after-unit': judgeRetryAfterUnit,
  'limit.reset-true': judgeResetTrue,
  'limit.reset-restores': observeRestored,
  'limit.window-is-a-minute': judgeWindowLength,
  'limit.refill-rate': judgeRefillRate,
  'limit.all-operations': judgeOperations,
  'limit.keys-independent': judgeKeys,
  'limit.no-server-error': judgeServerErrors,
  'limit.sustained': judgeSustained,
  'limit.daily': judgeDaily,
  'limit.algorithm': observeAlgorithm,
  'limit.rejects-count': observeRejects,
} as const satisfies Record<LimitRequirementId, (evidence: Evidence) => Conclusion>;

/** Adds a possible cause if a restart or a set clock may explain a violation: it needs a confirmation attempt. Keeps a known cause. */
function withOtherCause(id: LimitRequirementId, conclusion: Conclusion, { clock }: Evidence): Conclusion {
  if (conclusion.verdict !== 'fail' || conclusion.otherCause !== undefined) return conclusion;
  // After a restart, the first request counts (renewal-request-free).
  const isFree = conclusion.findings.every(({ code }) => code === 'first-request-free');
  const byRestart = !isFree && ALSO_BY_RESTART.some((restartId) => restartId === id);
  // If the clock of the service is set, its windows end at other moments than it announced.
  const byClock = [...ABOUT_LIMITER, 'limit.retry-after-reasonable'].includes(id) && clock.clocks === 'several';
  return byClock || byRestart ? { ...conclusion, otherCause: because('restart-or-set-clock') } : conclusion;
}

/** Requirements about headers that describe the limit of the minute. */
const HEADER_REQUIREMENTS: readonly LimitRequirementId[] = [
  'limit.remaining-zero',
  'limit.reset-true',
  'limit.window-is-a-minute',
];

/** Requirements about when the limit of the minute admits requests, and about the headers that announce it. */
const MINUTE_REQUIREMENTS: readonly LimitRequirementId[] = [
  'limit.admits-plan',
  'limit.reset-true',
  'limit.retry-after-sufficient',
  'limit.retry-after-reasonable',
];

/**
 * If the daily limit refuses instead of the minute's, it explains every violation. If all responses describe the day, the service says
 * nothing about the minute that could be wrong (day-limit-always-shown).
 */
function ofDay(id: LimitRequirementId, conclusion: Conclusion, evidence: Evidence): Conclusion {
  if (!isUnsatisfied(conclusion)) return conclusion;
  if (dailyLimitRefuses(evidence))
    return MINUTE_REQUIREMENTS.includes(id) ? inconclusive(because('day-limit-answered')) : conclusion;
  const { limit, unpaced, refusals } = evidence;
  const isSilent =
    refusals.some(({ day }) => day !== undefined) && !unpaced.some(({ limit: shown }) => shown === limit);
  return isSilent && HEADER_REQUIREMENTS.includes(id) ? notApplicable(because('headers-of-the-day')) : conclusion;
}

/**
 * Judges by the server's clock and by ours, because a missing or wrong clock is uncertainty, never evidence. Without a Date, and if Date is
 * off, a requirement that passes by our clock passes (limits-date-is-not-an-http-date). Without a Date, only a violation by both fails:
 * waits until a date count by our clock only.
 */
function byAnyClock(rule: (evidence: Evidence) => Conclusion, evidence: Evidence, byOurClock: Evidence): Conclusion {
  const conclusion = rule(evidence);
  const { clocks, from, to } = evidence.clock;
  const isOff = clocks === 'unknown' || Math.max(from, AS_OUR_CLOCK.from) > Math.min(to, AS_OUR_CLOCK.to);
  if (!isOff || !isUnsatisfied(conclusion)) return conclusion;
  const byOurs = rule(byOurClock);
  const isUnproven = conclusion.verdict === 'fail' && clocks === 'unknown';
  const chosen = byOurs.verdict === 'pass' || isUnproven ? byOurs : conclusion;
  // A Date would have decided what only one of the two clocks decides.
  const isOpenWithoutDate =
    clocks === 'unknown' && chosen.verdict === 'inconclusive' && conclusion.verdict !== byOurs.verdict;
  return isOpenWithoutDate ? { ...chosen, ...because('no-date', { why: nested(chosen) }) } : chosen;
}

const isUnsatisfied = (conclusion: Conclusion | undefined): boolean =>
  conclusion?.verdict === 'fail' || conclusion?.verdict === 'inconclusive';

/** Whether several counters explain an excess: no limiter with a single one does then (three-workers). */
const countsSeveralTimes = (excess: Conclusion | undefined): boolean =>
  excess?.verdict === 'fail' &&
  excess.findings.some(({ params: { cause } }) => isObject(cause) && cause['code'] === 'excess-as-counters');

/** Judges one key's experiment against every `limit.*` requirement. Pure. */
export function judgeExperiment(experiment: Experiment<Iterable<Exchange>>) {
  const evidence = gather(experiment);
  const byOurClock = { ...evidence, clock: AS_OUR_CLOCK };
  const conclusions = Object.fromEntries(
    LIMIT_REQUIREMENTS.map((id) => {
      // In this order: a day explains a violation, and only what is left needs a second attempt.
      const conclusion = byAnyClock(LIMIT_RULES[id], evidence, byOurClock);
      return [id, withOtherCause(id, ofDay(id, conclusion, evidence), evidence)];
    }),
  );
  const waits = conclusions['limit.retry-after-sufficient'];
  const isBanned = waits?.verdict === 'inconclusive' && waits.code === 'seems-banned';
  const shown = {
    isWaitBroken: waits?.verdict === 'fail',
    areResetsTrue: conclusions['limit.reset-true']?.verdict === 'pass',
  };
  const needsExplanation =
    !isBanned &&
    !countsSeveralTimes(conclusions['limit.rejects-excess']) &&
    ABOUT_LIMITER.some((id) => isUnsatisfied(conclusions[id]));
  return {
    /** rate.counts-every-operation, from the requests before the burst. */
    draws: judgeDraws(evidence),
    conclusions: conclusions as Record<LimitRequirementId, Conclusion>,
    numbers: numbersOf(evidence, needsExplanation ? sentenceOf(evidence, shown) : null),
  };
}
