import type { Exchange } from '../exchange/records/exchange-record.ts';
import { because, type Outcome, undecided } from '../rules/outcome.ts';
import { LIMIT } from '../spec/requirements/limit.ts';
import { OUR_CLOCK } from './evidence/clock.ts';
import { type Evidence, gather } from './evidence/evidence.ts';
import type { Experiment, LimitRequirementId } from './experiment.ts';
import { numbersOf } from './numbers.ts';
import { judgeAdmission } from './requirements/admits-plan.ts';
import { observeAlgorithm } from './requirements/algorithm.ts';
import { judgeOperations } from './requirements/all-operations.ts';
import { judgeDraws } from './requirements/counts-every-operation.ts';
import { judgeDaily } from './requirements/daily.ts';
import {
  judgeErrorBody,
  judgeHeaders,
  judgeRemainingZero,
  judgeRetryAfterPresent,
  judgeRetryAfterSyntax,
} from './requirements/each-refusal.ts';
import { judgeKeys } from './requirements/keys-independent.ts';
import { judgeServerErrors } from './requirements/no-server-error.ts';
import { judgeRefillRate } from './requirements/refill-rate.ts';
import { observeRejects } from './requirements/rejects-count.ts';
import { judgeExcess } from './requirements/rejects-excess.ts';
import { observeRestored } from './requirements/reset-restores.ts';
import { judgeResetTruth } from './requirements/reset-true.ts';
import { judgeRetryAfterReasonable } from './requirements/retry-after/reasonable.ts';
import { judgeRetryAfterKept } from './requirements/retry-after/sufficient.ts';
import { judgeRetryAfterUnit } from './requirements/retry-after/unit.ts';
import { judgeStatus } from './requirements/status.ts';
import { judgeSustained } from './requirements/sustained.ts';
import { judgeWindowLength } from './requirements/window-is-a-minute.ts';

/**
 * For a requirement that compares moments with each other: if a limiter's clock is set while it counts, its windows end at other
 * moments than it announced. That is not a violation.
 */
const timed =
  (rule: (evidence: Evidence) => Outcome, exempt: readonly Outcome['kind'][] = ['observed', 'not-applicable']) =>
  (evidence: Evidence): Outcome => {
    const outcome = rule(evidence);
    const { set } = evidence.clock;
    if (set === undefined || exempt.includes(outcome.kind)) return outcome;
    const reason = because('server-clock-set', { seconds: Math.round(set / 1_000) });
    return undecided(reason, 'subjects' in outcome ? outcome.subjects : 0);
  };

const RULES = {
  'limit.admits-plan': timed(judgeAdmission),
  'limit.rejects-excess': timed(judgeExcess),
  'limit.status': judgeStatus,
  'limit.error-body': judgeErrorBody,
  'limit.headers': judgeHeaders,
  'limit.remaining-zero': judgeRemainingZero,
  'limit.retry-after-present': judgeRetryAfterPresent,
  'limit.retry-after-syntax': judgeRetryAfterSyntax,
  'limit.retry-after-sufficient': timed(judgeRetryAfterKept),
  'limit.retry-after-reasonable': timed(judgeRetryAfterReasonable),
  'limit.retry-after-unit': timed(judgeRetryAfterUnit),
  'limit.reset-true': timed(judgeResetTruth),
  'limit.reset-restores': observeRestored,
  'limit.window-is-a-minute': timed(judgeWindowLength),
  // "No quota was back before the end of the window" depends on the clock, too.
  'limit.refill-rate': timed(judgeRefillRate, []),
  'limit.all-operations': timed(judgeOperations),
  'limit.keys-independent': timed(judgeKeys),
  'limit.no-server-error': judgeServerErrors,
  'limit.sustained': timed(judgeSustained),
  'limit.daily': timed(judgeDaily),
  'limit.algorithm': observeAlgorithm,
  'limit.rejects-count': observeRejects,
} as const satisfies Record<LimitRequirementId, (evidence: Evidence) => Outcome>;

/** An experiment that is not completely recorded shows violations, but no requirement holds. */
function recorded({ experiment }: Evidence, outcome: Outcome): Outcome {
  if (experiment.complete || outcome.kind !== 'holds') return outcome;
  return undecided(because('experiment-incomplete'), outcome.subjects);
}

/**
 * A missing or wrong clock is uncertainty, never evidence: without a Date, and if Date is off, a requirement that holds by our clock holds
 * (`date-is-not-an-http-date`).
 */
function byAnyClock(rule: (evidence: Evidence) => Outcome, evidence: Evidence, byOurClock: Evidence): Outcome {
  const outcome = rule(evidence);
  const { clocks, from, to } = evidence.clock;
  const isOff = clocks === 'unknown' || from > OUR_CLOCK.to || to < OUR_CLOCK.from;
  if (!isOff || (outcome.kind !== 'undecided' && outcome.kind !== 'broken')) return outcome;
  const byOurs = rule(byOurClock);
  return byOurs.kind === 'holds' ? byOurs : outcome;
}

const isOpen = (outcome: Outcome | undefined): boolean => outcome?.kind === 'broken' || outcome?.kind === 'undecided';

/** Judges one key's experiment against every `limit.*` requirement. Pure. `broken`: no legal reading of the specification explains the record. */
export function judgeLimits(experiment: Experiment<Iterable<Exchange>>) {
  const evidence = gather(experiment);
  const byOurClock = { ...evidence, clock: OUR_CLOCK };
  const judged = Object.entries(RULES).map(([id, rule]) => [id, byAnyClock(rule, evidence, byOurClock)] as const);
  const outcomes = Object.fromEntries(judged.map(([id, outcome]) => [id, recorded(evidence, outcome)]));
  return {
    /** rate.counts-every-operation, from the requests before the burst. */
    draws: judgeDraws(evidence),
    outcomes: outcomes as Record<LimitRequirementId, Outcome>,
    numbers: numbersOf(
      evidence,
      LIMIT.some((row) => row.level === 'must' && isOpen(outcomes[row.id])),
    ),
  };
}
