import { ABOVE_LIMIT, MAX_REFUSALS } from '../../exchange/allowances.ts';
import { isAnswered } from '../../exchange/exchange.ts';
import {
  closingsOf,
  type K6Process,
  type K6Records,
  lastExchange,
  recordsOfProcesses,
} from '../../exchange/journal/k6-records.ts';
import { isDayLimit, rateHeaders } from '../../exchange/rate-headers.ts';
import type { Closing } from '../../exchange/records/load-record.ts';
import type { Head, LimitPlan, LimitSettings } from '../../exchange/records/run-record.ts';
import type { KeyLabel } from '../../exchange/records/types.ts';
import type { Verdict } from '../../judge/verdict.ts';
import type { LimitNumbers } from '../../limiter/numbers.ts';
import { because, type Reason } from '../../rules/conclusion.ts';
import type { SetUpMistake } from '../../text/mistakes.ts';
import { nested, type Value } from '../../text/template.ts';
import { uses } from './completeness.ts';

/** The records of each attempt at a key's limit, with the other experiments of the key. It may be the second key of another's attempt. */
export function attemptsAt(key: KeyLabel, load: K6Records): readonly K6Records[] {
  const isAttempt = ({ start }: K6Process) => start.script === 'quota';
  const attempts = load.processes.filter(isAttempt).filter(uses(key));
  const others = load.processes.filter((process) => !isAttempt(process));
  const used = attempts.filter(({ lines }) => lines.last(key) !== undefined);
  if (used.length <= 1) return [recordsOfProcesses([...attempts, ...others])];
  return used.map((attempt) => recordsOfProcesses([attempt, ...others]));
}

/**
 * The limits that a second attempt exhausts, without other experiments; undefined if there is none. If other requests may have used a key's
 * quota, they may be those of this run with the key of another plan. So an idle key becomes the second key (plans-share-a-counter).
 */
export function secondAttemptOf(head: Head, load: K6Records, verdicts: readonly Verdict[]): LimitSettings | undefined {
  const { limits } = head;
  if (limits === undefined) return undefined;
  const unconfirmed = ({ plan }: LimitPlan) =>
    verdicts.filter(needsConfirmation).filter((verdict) => verdict.plan === plan);
  const usable = limits.plans.filter((plan) => whyNotAgain(plan, load, unconfirmed(plan)) === undefined);
  const doubtful = usable.filter((plan) => unconfirmed(plan).length > 0);
  if (doubtful.length === 0) return undefined;
  const idle = usable.find((plan) => !doubtful.includes(plan));
  const plans = doubtful.map((plan) => {
    const isShared = unconfirmed(plan).some(({ otherCause }) => otherCause.code === 'other-requests');
    return idle !== undefined && isShared ? { ...plan, secondKey: plan.secondKey ?? idle.key } : plan;
  });
  return { ...limits, plans, sustainWindows: 0, daily: {} };
}

/**
 * Why a key that had one attempt gets no second: its experiment was stopped (limits-counter-per-path), or too little daily quota remains.
 * A stop after lost responses permits one, because the service may have crashed. So does one after refusals, if it is in doubt whether they
 * came too early (half-of-what-it-shows), and nothing was refused later.
 */
export function whyNotAgain(plan: LimitPlan, load: K6Records, verdicts: readonly Verdict[]): Reason | undefined {
  const { key, perMinute } = plan;
  const isEarly = verdicts.filter(needsConfirmation).some(({ id }) => id === 'limit.admits-plan');
  const permitsAgain = ({ stopped, refused }: Closing) =>
    stopped === undefined || stopped === 'unanswered' || (stopped === 'refusals' && isEarly && refused <= MAX_REFUSALS);
  const stopped = closingsOf(key, load).find((closing) => !permitsAgain(closing));
  if (stopped?.stopped === 'refusals') return because('key-refused-too-often', { refusals: stopped.refused });
  if (stopped !== undefined) return because('key-stopped');
  const last = lastExchange(key, load);
  if (last === undefined || !isAnswered(last)) return undefined;
  const { limit, remaining: left = Infinity } = rateHeaders(last.received.headers);
  const isTooFew = isDayLimit(limit, plan) && left < perMinute + ABOVE_LIMIT;
  return isTooFew ? because('day-leaves-too-few', { left }) : undefined;
}

export interface PlanJudged {
  readonly verdicts: readonly Verdict[];
  /** The numbers of the last attempt, with those of the first one if there were two. */
  readonly numbers?: LimitNumbers & { readonly firstLook?: LimitNumbers | undefined };
  readonly mistake?: SetUpMistake;
}

/** Joins two attempts of a plan. A second one without any exchange has no numbers, so those of the first are kept. */
export function bothAttempts(before: PlanJudged, { verdicts: after, numbers }: PlanJudged): PlanJudged {
  // Both attempts judge the same requirements.
  const verdicts = before.verdicts.flatMap((verdict) => {
    const first = { ...verdict, findings: verdict.findings.map((finding) => ({ ...finding, attempt: 1 as const })) };
    return after.filter(({ id }) => id === verdict.id).map((second) => verdictOfAttempts(first, second));
  });
  if (numbers === undefined) return { ...before, verdicts };
  return { ...before, verdicts, numbers: { ...numbers, firstLook: before.numbers } };
}

/** Whether something else may have caused the violation, so that it counts only if a second attempt shows it again. */
const needsConfirmation = (verdict: Verdict): verdict is Doubtful => verdict.otherCause !== undefined;

type Doubtful = Verdict & { readonly otherCause: Reason };

/** The verdict of two attempts at one limit: that of the second if both fail. A violation that needs both and has one is inconclusive. */
export function verdictOfAttempts(first: Verdict, second: Verdict): Verdict {
  if (first.verdict === 'fail' && second.verdict === 'fail') return withoutCause(second);
  if (needsConfirmation(first)) return shownOnce(first, 1, second);
  if (needsConfirmation(second)) return shownOnce(second, 2, first);
  return RANK.indexOf(first.verdict) < RANK.indexOf(second.verdict) ? first : second;
}

/** The order in which the verdict of one attempt outweighs that of the other. */
const RANK: readonly Verdict['verdict'][] = ['fail', 'pass', 'observed', 'not-applicable', 'inconclusive'];

/** A violation that needs a second attempt and had none is inconclusive. @param why there was none, if there is a reason */
export function withoutConfirmation(verdict: Verdict, why?: Reason): Verdict {
  if (!needsConfirmation(verdict)) return verdict;
  const seen = violationIn(verdict);
  const reason =
    why === undefined ? because('seen-once', seen) : because('seen-once-not-again', { ...seen, why: nested(why) });
  return asInconclusive(verdict, reason);
}

const shownOnce = (verdict: Doubtful, attempt: 1 | 2, other: Verdict): Verdict =>
  asInconclusive(verdict, because('seen-in-one-attempt', { ...violationIn(verdict), attempt, other: resultOf(other) }));

const violationIn = ({ findings, otherCause }: Doubtful) => ({
  violation: findings.slice(0, 1).map(nested),
  otherCause: nested(otherCause),
});

const withoutCause = ({ otherCause: _, ...verdict }: Verdict): Verdict => verdict;

const asInconclusive = (verdict: Verdict, reason: Reason): Verdict => ({
  ...withoutCause(verdict),
  ...reason,
  verdict: 'inconclusive',
  findings: [],
});

/** A result word, and the reason unless it passed. */
const resultOf = ({ verdict, code, params, reason }: Verdict): readonly Value[] =>
  reason === undefined ? ['passed'] : [verdict.replace('-', ' '), nested({ code, params, reason })];
