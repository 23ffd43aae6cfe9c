import { isAnswered } from '../../exchange/exchange.ts';
import { closingsOf, type Load } from '../../exchange/journal/load.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { End, Head, LimitPlan } from '../../exchange/records/run-record.ts';
import type { KeyLabel } from '../../exchange/records/types.ts';
import type { EndedTrace } from '../../exchange/trace.ts';
import { gather } from '../../limiter/evidence/evidence.ts';
import { experimentOf, LIMIT_REQUIREMENTS } from '../../limiter/experiment.ts';
import { judgeLimits, OF_THE_LIMITER } from '../../limiter/judge-experiment.ts';
import type { LimitNumbers } from '../../limiter/numbers.ts';
import { judgeDaily } from '../../limiter/requirements/sustained-and-daily.ts';
import { because, found, outcomeOf, type Reason, undecided } from '../../rules/outcome.ts';
import { explanation } from '../../rules/rule.ts';
import { isRemovedOn } from '../../spec/operations.ts';
import { isSelected } from '../../spec/pattern.ts';
import { mistake, type SetUpMistake, withFix } from '../../text/mistakes.ts';
import { ENDS } from '../../text/reasons.ts';
import { nested } from '../../text/template.ts';
import { likelyAddress, mistakeOf, unreachable } from '../checks/set-up.ts';
import { isOfRemoved } from '../expect/answered.ts';
import { namedFailure } from '../k6-failure.ts';
import { inconclusive, toVerdict, type Verdict } from '../verdict.ts';
import { attemptsAt, confirmed, notAgain, settled } from './attempts.ts';
import { isCompleteUntilExhausted, problemsOf } from './completeness.ts';
import { judgeRates, RATE_REQUIREMENTS } from './rates.ts';

export interface Judged {
  readonly verdicts: readonly Verdict[];
  /** By plan. */
  readonly numbers: Readonly<Record<string, Numbers>>;
  /** By plan: a key that cannot be used, and how to fix that. */
  readonly mistakes: Readonly<Record<string, SetUpMistake>>;
}

/** Judges every plan's limit from the records of k6, once nothing more is sent. */
export function judgeLoad({ head, load, end }: EndedTrace): Judged {
  if (load !== undefined) {
    const judged = judgeRecorded(head, load);
    const verdicts = judged.verdicts.map((verdict) => {
      const plan = head.limits?.plans.find((one) => one.plan === verdict.plan);
      return settled(verdict, plan && notAgain(plan, load));
    });
    return { ...judged, verdicts: explained(verdicts, judged.numbers) };
  }
  const reason = noLoad(end);
  const verdicts = (head.limits?.plans ?? []).flatMap((plan) => inconclusiveAll(plan, reason));
  return { verdicts, numbers: {}, mistakes: {} };
}

/** Whether a row's finding is about the limiter. The first one of a plan says what that behaves like, too. */
export const isAboutLimiter = ({ id, verdict }: { readonly id: string; readonly verdict: Verdict['verdict'] }) =>
  verdict === 'fail' && OF_THE_LIMITER.some((one) => one === id);

function explained(verdicts: readonly Verdict[], numbers: Judged['numbers']): readonly Verdict[] {
  return verdicts.map((verdict) => {
    const like = numbers[verdict.plan ?? '']?.behavesLike ?? null;
    const isFirst = verdicts.find((one) => one.plan === verdict.plan && isAboutLimiter(one)) === verdict;
    const [finding, ...others] = verdict.findings;
    if (like === null || !isFirst || finding === undefined) return verdict;
    return { ...verdict, findings: [{ ...finding, actual: `${finding.actual}. ${like}` }, ...others] };
  });
}

/** The verdicts while a violation may still be confirmed: it names its other cause. */
export function judgeRecorded(head: Head, load: Load): Judged {
  const verdicts: Verdict[] = [];
  const numbers: Record<string, Numbers> = {};
  const mistakes: Record<string, SetUpMistake> = {};
  for (const plan of head.limits?.plans ?? []) {
    const attempts = attemptsAt(plan.key, load).map((attempt) => judgePlan(inAttempt(plan, attempt), attempt, head));
    const judged = attempts.reduce(bothAttempts);
    const day = judgeDay(plan, head, load);
    verdicts.push(...judged.verdicts.map((verdict) => (day?.id === verdict.id ? day : verdict)));
    if (judged.numbers !== undefined) numbers[plan.plan] = judged.numbers;
    if (judged.mistake !== undefined) mistakes[plan.plan] = judged.mistake;
  }
  return { verdicts, numbers, mistakes };
}

/** The numbers of the last attempt, with those of the first one if there were two. */
type Numbers = LimitNumbers & { readonly firstLook?: LimitNumbers };

interface PlanJudged {
  readonly verdicts: readonly Verdict[];
  readonly numbers?: Numbers;
  readonly mistake?: SetUpMistake;
}

/** A second attempt that reached nothing has no numbers: those of the first one stand. */
function bothAttempts(before: PlanJudged, { verdicts: after, numbers }: PlanJudged): PlanJudged {
  const verdicts = bothVerdicts(before.verdicts, after);
  if (numbers === undefined) return { ...before, verdicts };
  const first = before.numbers?.firstLook ?? before.numbers;
  return { ...before, verdicts, numbers: { ...numbers, ...(first === undefined ? {} : { firstLook: first }) } };
}

function bothVerdicts(before: readonly Verdict[], after: readonly Verdict[]): Verdict[] {
  const latest = new Map(after.map((verdict) => [verdict.id, verdict]));
  return before.map((verdict) => {
    const first = { ...verdict, findings: verdict.findings.map((finding) => ({ ...finding, attempt: 1 as const })) };
    const second = latest.get(verdict.id);
    // Both attempts judge the same requirements; nothing confirms itself.
    return second === undefined ? first : confirmed(first, second);
  });
}

/** The plan with the second key of this attempt. */
function inAttempt(plan: LimitPlan, { processes }: Load): LimitPlan {
  const experiments = processes.flatMap(({ start }) => start.config.experiments);
  const { secondKey } =
    experiments.find(({ key, secondKey: second }) => key === plan.key && second !== undefined) ?? {};
  return secondKey === undefined ? plan : { ...plan, secondKey };
}

function judgePlan(plan: LimitPlan, load: Load, head: Head): PlanJudged {
  const { settings } = head;
  const labels = [plan.key, plan.secondKey].filter((label): label is KeyLabel => label !== undefined);
  const [first] = load.exchanges(...labels);
  const unusable = contactMistake(plan, load, head);
  if (unusable !== undefined) return { verdicts: inconclusiveAll(plan, setUpReason(unusable)), mistake: unusable };
  const missing = problemsOf(plan.key, load);
  const complete = missing.length === 0 || isCompleteUntilExhausted(plan.key, load);
  const listed = (exchanges: Iterable<Exchange>): Iterable<Exchange> =>
    isRemovedOn(settings.today) ? [...exchanges].filter((exchange) => !isOfRemoved(exchange)) : exchanges;
  const { outcomes, numbers, draws } = judgeLimits({
    ...experimentOf(plan, head),
    complete,
    exchanges: listed(load.exchanges(...labels)),
  });
  const otherPlan = numbers.otherPlan === null || first === undefined ? undefined : mistakeFrom(plan, first, head);
  if (otherPlan !== undefined && first !== undefined)
    return { verdicts: otherPlanVerdicts(plan, numbers, first, otherPlan), numbers };
  const limits = LIMIT_REQUIREMENTS.map((id) => {
    const outcome = outcomes[id];
    return toVerdict(id, outcome, outcome.kind === 'not-applicable' ? [] : missing);
  });
  const rates = judgeRates(plan, listed(load.exchanges(plan.key)), draws, head).map(([id, outcome]) => {
    const verdict = toVerdict(id, outcome, outcome.kind === 'holds' ? [] : missing);
    // A load that ended early proves nothing, not even a violation.
    return complete ? verdict : inconclusive(id, missing[0] ?? because('incomplete-run'), verdict.subjects);
  });
  const verdicts = [...limits, ...rates].map((verdict) => {
    const selected = isSelected(verdict.id, settings) ? verdict : inconclusive(verdict.id, because('not-selected'));
    return { ...selected, plan: plan.plan };
  });
  return first === undefined ? { verdicts } : { verdicts, numbers };
}

/** The day with a dedicated key: its exchanges count for limit.daily only. Undefined if the plan has no such key. */
function judgeDay(plan: LimitPlan, head: Head, load: Load): Verdict | undefined {
  const key = head.limits?.daily[plan.plan];
  if (key === undefined || !isSelected('limit.daily', head.settings)) return undefined;
  const isUsed = load.processes.some(({ lines }) => lines.last(key) !== undefined);
  const missing = isUsed ? problemsOf(key, load) : [];
  const terms = { ...experimentOf(plan, head), key, complete: missing.length === 0 };
  const outcome = load.processes.some(({ lines }) => lines.ofPhase(key, 'daily') > 0)
    ? judgeDaily(gather({ ...terms, exchanges: load.exchanges(key) }))
    : undecided(because('run-ended-before-key'));
  return { ...toVerdict('limit.daily', outcome, missing), plan: plan.plan };
}

/** The user's plan counts: the service applies the limit of another plan. */
function otherPlanVerdicts(
  plan: LimitPlan,
  { otherPlan, limitsSeen }: LimitNumbers,
  first: Exchange,
  keyMistake: SetUpMistake,
) {
  const params = { plan: plan.plan, other: otherPlan, limit: plan.perMinute, shown: limitsSeen };
  const outcome = outcomeOf([found('key-of-other-plan', params, first)], 1);
  const broken = { ...toVerdict('limit.admits-plan', outcome), plan: plan.plan };
  return inconclusiveAll(plan, setUpReason(keyMistake)).map((verdict) => (verdict.id === broken.id ? broken : verdict));
}

const inconclusiveAll = ({ plan }: LimitPlan, reason: Reason): Verdict[] =>
  [...LIMIT_REQUIREMENTS, ...RATE_REQUIREMENTS].map((id) => ({ ...inconclusive(id, reason), plan }));

const setUpReason = (found: SetUpMistake): Reason => because('set-up', { mistake: withFix(found) });

/** Why k6 was not started. */
function noLoad(end: End | null): Reason {
  if (end?.reason === 'set-up') return because('set-up-before-load');
  if (end?.reason === 'time-budget' || end?.reason === 'interrupted')
    return because('stopped-before-load', { problem: nested({ code: end.reason, message: ENDS[end.reason] }) });
  return because('k6-not-started');
}

/** Another service, or no request with the key was admitted: its first request is read as the first contact of a run. */
function contactMistake(plan: LimitPlan, load: Load, head: Head): SetUpMistake | undefined {
  if (closingsOf(plan.key, load).some(({ stopped }) => stopped === 'not-this-service'))
    return mistake('mock', { url: head.target.baseUrl });
  const [first] = load.exchanges(plan.key);
  if (first === undefined || isServed(load.exchanges(plan.key))) return undefined;
  const known = mistakeFrom(plan, first, head);
  if (known !== undefined || !isAnswered(first)) return known;
  const { status } = first.received;
  return status === 404
    ? likelyAddress(head.target.baseUrl)
    : mistake('first-request-refused', { plan: plan.plan, status, ...explanation(first) });
}

function isServed(exchanges: Iterable<Exchange>): boolean {
  for (const { received } of exchanges)
    if ('status' in received && (received.status < 300 || received.status === 429)) return true;
  return false;
}

/** The set-up mistake of this exchange, if every other one is like it. */
function mistakeFrom({ plan, perMinute, perDay }: LimitPlan, exchange: Exchange, head: Head): SetUpMistake | undefined {
  const { received } = exchange;
  if ('failure' in received) return unreachable(namedFailure(received.failure), head.target.baseUrl);
  const settings = { ...head.settings, plan, perMinute, perDay };
  return isAnswered(exchange) ? mistakeOf(exchange, { second: exchange }, { ...head, settings }) : undefined;
}
