import type { K6Records, RunTrace } from '../../exchange/journal/k6-records.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { End, Head, LimitPlan } from '../../exchange/records/run-record.ts';
import { isUnlistedGet } from '../../judge/expect/service-response.ts';
import { inconclusiveVerdict, toVerdict, type Verdict, withExclusions } from '../../judge/verdict.ts';
import { gather } from '../../limiter/evidence/evidence.ts';
import { experimentOf } from '../../limiter/experiment.ts';
import { judgeExperiment } from '../../limiter/judge-experiment.ts';
import { judgeDaily } from '../../limiter/requirements/sustained-and-daily.ts';
import { because, fail, findingOf, inconclusive, type Reason } from '../../rules/conclusion.ts';
import { isRemovedOn } from '../../spec/operations.ts';
import { LIMIT_REQUIREMENTS } from '../../spec/requirements/limit.ts';
import { mistake, type SetUpMistake, withFix } from '../../text/mistakes.ts';
import { ENDS } from '../../text/reasons.ts';
import { nested } from '../../text/template.ts';
import { attemptsAt, bothAttempts, type PlanJudged, whyNotAgain, withoutConfirmation } from './attempts.ts';
import { gapsOf, isCompleteUntilExhausted } from './completeness.ts';
import { contactMistake } from './load-contact.ts';
import { judgePlanRateHeaders, LOAD_REQUIREMENTS } from './plan-rate-headers.ts';

export type Judged = Readonly<ReturnType<typeof judgeAttempts>>;

/** Judges every plan's limit from the records of k6, once nothing more is sent. */
export function judgeLimits({ head, load, end }: RunTrace): Judged {
  const plans = head.limits?.plans ?? [];
  if (load === undefined) {
    const reason = noLoad(head, end);
    const verdicts = withExclusions(
      plans.flatMap((plan) => inconclusiveAll(plan, reason)),
      head,
    );
    return { verdicts, numbers: {}, mistakes: {} };
  }
  const judged = judgeAttempts(head, load);
  const verdicts = plans.flatMap((plan) => {
    const ofPlan = judged.verdicts.filter((verdict) => verdict.plan === plan.plan);
    const why = whyNotAgain(plan, load, ofPlan);
    return ofPlan.map((verdict) => withoutConfirmation(verdict, why));
  });
  return { ...judged, verdicts };
}

/** The verdicts of all attempts so far. A violation that still needs another attempt has `otherCause`. */
export function judgeAttempts(head: Head, load: K6Records) {
  const verdicts: Verdict[] = [];
  /** By plan. */
  const numbers: Record<string, NonNullable<PlanJudged['numbers']>> = {};
  /** By plan: a key that cannot be used, and how to fix that. */
  const mistakes: Record<string, SetUpMistake> = {};
  for (const plan of head.limits?.plans ?? []) {
    const attempts = attemptsAt(plan.key, load).map((attempt) => judgePlan(plan, attempt, head));
    const judged = attempts.reduce(bothAttempts);
    const day = judgeDay(plan, head, load);
    const all = judged.verdicts.map((verdict) => (day?.id === verdict.id ? day : verdict));
    verdicts.push(...withExclusions(all, head));
    if (judged.numbers !== undefined) numbers[plan.plan] = judged.numbers;
    if (judged.mistake !== undefined) mistakes[plan.plan] = judged.mistake;
  }
  return { verdicts, numbers, mistakes };
}

function* withoutUnlistedGets(exchanges: Iterable<Exchange>): Generator<Exchange> {
  for (const exchange of exchanges) if (!isUnlistedGet(exchange)) yield exchange;
}

function judgePlan(plan: LimitPlan, load: K6Records, head: Head): PlanJudged {
  const { settings } = head;
  const experiments = load.processes.flatMap(({ start }) => start.config.experiments);
  // A confirmation attempt may have the key of another plan as second key.
  const { secondKey = experiments.find(({ key }) => key === plan.key)?.secondKey } = plan;
  const labels = [plan.key, secondKey].flatMap((label) => label ?? []);
  const [first] = load.exchanges(...labels);
  const wrong = contactMistake(plan, load, head);
  if (wrong !== undefined) return { verdicts: inconclusiveAll(plan, setUpReason(wrong)), mistake: wrong };
  const [missing] = gapsOf(plan.key, load);
  const complete = missing === undefined || isCompleteUntilExhausted(plan.key, load);
  const withoutRemoved = (exchanges: Iterable<Exchange>): Iterable<Exchange> =>
    isRemovedOn(settings.today) ? withoutUnlistedGets(exchanges) : exchanges;
  const { conclusions, numbers, draws } = judgeExperiment({
    ...experimentOf({ ...plan, secondKey }, head),
    complete,
    exchanges: withoutRemoved(load.exchanges(...labels)),
  });
  if (numbers.otherPlan !== null && first !== undefined)
    return { verdicts: otherPlanVerdicts(plan, numbers.otherPlan, numbers.limitsSeen, first), numbers };
  const limits = LIMIT_REQUIREMENTS.map((id) => {
    const conclusion = conclusions[id];
    return toVerdict(id, conclusion, conclusion.verdict === 'not-applicable' ? undefined : missing);
  });
  const rates = judgePlanRateHeaders(plan, withoutRemoved(load.exchanges(plan.key)), draws, head).map(
    ([id, conclusion]) => {
      const verdict = toVerdict(id, conclusion, conclusion.verdict === 'pass' ? undefined : missing);
      // A load that ended early proves nothing (`run is interrupted while k6 waits`), unless the key was exhausted (`windows of a day`).
      return complete ? verdict : inconclusiveVerdict(id, missing, verdict.subjects);
    },
  );
  const verdicts = [...limits, ...rates].map((verdict) => ({ ...verdict, plan: plan.plan }));
  return first === undefined ? { verdicts } : { verdicts, numbers };
}

/** The verdict of limit.daily with a dedicated key, whose exchanges count for nothing else. Undefined if the plan has no such key. */
function judgeDay(plan: LimitPlan, head: Head, load: K6Records): Verdict | undefined {
  const key = head.limits?.daily[plan.plan];
  if (key === undefined) return undefined;
  const isUsed = load.processes.some(({ lines }) => lines.last(key) !== undefined);
  const [missing] = isUsed ? gapsOf(key, load) : [];
  const experiment = { ...experimentOf(plan, head), key, complete: missing === undefined };
  const conclusion = load.processes.some(({ lines }) => lines.ofPhase(key, 'daily') > 0)
    ? judgeDaily(gather({ ...experiment, exchanges: load.exchanges(key) }))
    : inconclusive(because('run-ended-before-key'));
  return { ...toVerdict('limit.daily', conclusion, missing), plan: plan.plan };
}

/** If the service applies the limit of another plan, the declared plan fails, and nothing else is proven. */
function otherPlanVerdicts(declared: LimitPlan, other: string, shown: readonly number[], first: Exchange) {
  const { plan, perMinute } = declared;
  const [limit = 0] = shown;
  const finding = findingOf('key-of-other-plan', { plan, other, limit: perMinute, shown }, first);
  const violated = { ...toVerdict('limit.admits-plan', fail([finding], 1)), plan };
  const unproven = inconclusiveAll(declared, setUpReason(mistake('other-plan', { plan, limit, other })));
  return unproven.map((verdict) => (verdict.id === violated.id ? violated : verdict));
}

const inconclusiveAll = ({ plan }: LimitPlan, reason: Reason): Verdict[] =>
  LOAD_REQUIREMENTS.map((id) => ({ ...inconclusiveVerdict(id, reason), plan }));

const setUpReason = (mistaken: SetUpMistake): Reason => because('set-up', { mistake: withFix(mistaken) });

/** Why k6 was not started. */
function noLoad({ settings }: Head, end: End | null): Reason {
  if (end === null || end.reason === 'complete') return because('k6-not-started');
  if (end.reason === 'set-up') return because('set-up-before-load');
  const problem =
    end.reason === 'request-budget'
      ? because('stopped-at-request-budget', { most: settings.maxRequests })
      : { code: end.reason, message: ENDS[end.reason] };
  return because('stopped-before-load', { problem: nested(problem) });
}
