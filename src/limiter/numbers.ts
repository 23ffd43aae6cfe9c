import { groupBy } from '../exchange/group.ts';
import { HEADERS, RESET_ROUNDING_MS } from '../spec/headers.ts';
import { durationOf, type Evidence, maxOf, minOf } from './evidence/evidence.ts';
import { exhaustingLists, exhaustingRequests, othersSeen, remainingSummary } from './evidence/exhaustion.ts';
import { refillsSeen } from './evidence/refills.ts';
import { headerOf, isAdmitted, isUnanswered } from './evidence/requests.ts';
import { AS_OUR_CLOCK, width } from './evidence/server-clock.ts';
import { banSuspected, dailyLimitRefuses, otherPlanShown } from './evidence/who-refuses.ts';
import { algorithmOf, continuousRefill } from './requirements/observed.ts';
import { judgeResetTrue } from './requirements/reset-true.ts';

/** The experiment in numbers, as JSON. Times in milliseconds unless the name says seconds; null if not seen. */
export type LimitNumbers = ReturnType<typeof numbersOf>;

/**
 * The numbers of a plan's experiment, as src/result/result.ts describes them. `banSuspected` and `dayLimitAnswered` block keys.
 * @param behavesLike the sentence of `sentenceOf`, if a requirement fails or stays inconclusive
 */
export function numbersOf(evidence: Evidence, behavesLike: string | null) {
  const { requests, refusals, clock, experiment } = evidence;
  const [refill] = refillsSeen(evidence);
  const [first] = exhaustingRequests(evidence);
  const waits = new Set(refusals.flatMap((refusal) => headerOf(refusal, HEADERS.retryAfter) ?? []));
  return {
    plan: experiment.plan,
    perWindow: experiment.perWindow,
    windowSeconds: experiment.windowSeconds,
    sent: requests.length,
    admitted: requests.filter(isAdmitted).length,
    admittedInWindow: exhaustingLists(evidence).length,
    admittedWithoutDraw: exhaustingRequests(evidence).filter(isAdmitted).length - exhaustingLists(evidence).length,
    admittedBefore: first === undefined ? 0 : requests.filter((one) => one.sent < first.sent && isAdmitted(one)).length,
    refused: evidence.allRefusals.length,
    unanswered: requests.filter(isUnanswered).length,
    byStatus: Object.fromEntries(
      [...groupBy(requests, ({ status }) => status)].map(([status, { length }]) => [status, length]),
    ),
    elapsedMs: Math.max(0, durationOf(requests)),
    clockOffsetMs: clock.clocks === 'unknown' ? null : { from: clock.from, to: clock.to, clocks: clock.clocks },
    limitsSeen: [...new Set(requests.flatMap(({ limit }) => limit ?? []))],
    algorithm: algorithmOf(evidence),
    behavesLike,
    reset: resetConvention(evidence),
    resolutionMs: resolutionOf(evidence),
    remaining: remainingSummary(evidence) ?? null,
    refillPerWindow: refill === undefined ? null : { from: refill.perWindow.from, to: refill.perWindow.to },
    continuousRefill: continuousRefill(evidence),
    retryAfterSeen: [...waits].slice(0, 20),
    foreignRequestsSeen: othersSeen(evidence),
    dayLimitAnswered: dailyLimitRefuses(evidence),
    banSuspected: banSuspected(evidence),
    otherPlan: otherPlanShown(evidence) ?? null,
  };
}

/** By how many milliseconds a Reset that passes may be wrong. Without a Date, a Reset passes only if it agrees with our clock. */
function resolutionOf(evidence: Evidence): number | null {
  if (evidence.clock.clocks === 'one') return RESET_ROUNDING_MS + Math.ceil(width(evidence.clock));
  const isOurs =
    evidence.clock.clocks === 'unknown' && judgeResetTrue({ ...evidence, clock: AS_OUR_CLOCK }).verdict === 'pass';
  return isOurs ? RESET_ROUNDING_MS + width(AS_OUR_CLOCK) : null;
}

function resetConvention({ unpaced }: Evidence) {
  const unit = unpaced.find((request) => request.resetUnit !== undefined)?.resetUnit;
  if (unit === undefined) return null;
  const burst = unpaced.filter(({ phase }) => phase === 'burst').flatMap(({ reset }) => reset ?? []);
  return { unit, standsStill: burst.length > 0 && maxOf(burst) - minOf(burst) <= 1 };
}
