import {
  type Exchange,
  isAnswered,
  type LimitPlan,
  type LoadRecord,
  type Start,
  type Trace,
} from '../exchange/index.ts';
import { missingFor } from '../k6/index.ts';
import { judgeLimits, LIMIT_REQUIREMENTS, type LimitNumbers } from '../limiter/index.ts';
import { requirement } from '../spec/requirements/index.ts';
import { toVerdict } from '../verdict/judge.ts';
import { isSelected } from '../verdict/select.ts';
import { type SetUpMistake, setUpMistake } from '../verdict/set-up.ts';
import type { Verdict } from '../verdict/verdict.ts';

export interface LimitsJudged {
  readonly verdicts: readonly Verdict[];
  /** By plan. */
  readonly numbers: Readonly<Record<string, LimitNumbers>>;
  /** By plan: a key that cannot be judged with, and what to do. */
  readonly mistakes: Readonly<Record<string, SetUpMistake>>;
}

/** Every plan's limit, from what k6 recorded. A pure function of the trace, as all judging. */
export function judgeLoad(trace: Trace): LimitsJudged {
  const plans = trace.head.limits?.plans ?? [];
  const judged = plans.map((plan) => ({ plan, ...judgePlan(plan, trace) }));
  return {
    verdicts: judged.flatMap(({ verdicts }) => verdicts),
    numbers: Object.fromEntries(
      judged.flatMap(({ plan, numbers }) => (numbers === undefined ? [] : [[plan.plan, numbers]])),
    ),
    mistakes: Object.fromEntries(
      judged.flatMap(({ plan, mistake }) => (mistake === undefined ? [] : [[plan.plan, mistake]])),
    ),
  };
}

interface PlanJudged {
  readonly verdicts: readonly Verdict[];
  readonly numbers?: LimitNumbers;
  readonly mistake?: SetUpMistake;
}

function judgePlan(plan: LimitPlan, trace: Trace): PlanJudged {
  const { settings, limits } = trace.head;
  const load = trace.load ?? [];
  const all = (reason: string) => LIMIT_REQUIREMENTS.map((id) => inconclusive(id, plan.plan, reason));
  if (load.length === 0) return { verdicts: all(whyNoLoad(trace)) };
  const labels = [plan.key, plan.secondKey].filter((label) => label !== undefined);
  const exchanges = load.filter(isExchange).filter(({ key }) => key !== null && labels.includes(key));
  const unusable = (mistake: SetUpMistake) => ({ verdicts: all(`${mistake.message}. ${mistake.fix}`), mistake });
  const unserved = contactMistake(plan, exchanges, trace);
  if (unserved !== undefined) return unusable(unserved);
  const missing = problemsOf(plan, load);
  const { outcomes, numbers } = judgeLimits({
    plan: plan.plan,
    key: plan.key,
    ...(plan.secondKey === undefined ? {} : { secondKey: plan.secondKey }),
    perWindow: plan.perMinute,
    perDay: plan.perDay,
    windowSeconds: settings.windowSeconds,
    otherPlans: plan.otherPlans,
    exchanges,
    complete: missing.length === 0,
    refusalBudget: limits?.refusals ?? 8,
    readOnly: settings.readOnly,
  });
  const [first] = exchanges;
  const other = numbers.otherPlan === null || first === undefined ? undefined : mistakeFrom(plan, first, trace);
  if (other !== undefined) return { ...unusable(other), numbers };
  const verdicts = LIMIT_REQUIREMENTS.map((id): Verdict => {
    if (!isSelected(id, settings)) return inconclusive(id, plan.plan, 'not part of this run (--only or --skip)');
    const outcome = outcomes[id];
    const lacking = outcome.kind === 'not-applicable' ? [] : missing;
    return {
      ...toVerdict(requirement(id), outcome, { answered: [], missing: lacking, leftOut: [] }, false),
      plan: plan.plan,
    };
  });
  return { verdicts, numbers };
}

function inconclusive(id: Verdict['id'], plan: string, reason: string): Verdict {
  return { id, level: requirement(id).level, plan, verdict: 'inconclusive', reason, subjects: 0, findings: [] };
}

function whyNoLoad({ end }: Trace): string {
  switch (end?.reason) {
    case 'set-up':
      return 'the run stopped at a set-up mistake before any limit was pushed';
    case 'interrupted':
      return 'the run was interrupted before any limit was pushed';
    case undefined:
    case 'complete':
    case 'rate-limited':
    case 'unanswered':
    case 'request-budget':
      return 'no limit was pushed: k6 was not started';
  }
}

/** A key that nothing was admitted with, read as the first contact of a run. */
function contactMistake(plan: LimitPlan, exchanges: readonly Exchange[], trace: Trace): SetUpMistake | undefined {
  const own = exchanges.filter(({ key }) => key === plan.key);
  const [first] = own;
  const served = own.some(({ received }) => 'status' in received && (received.status < 300 || received.status === 429));
  if (first === undefined || served) return undefined;
  const said = isAnswered(first) ? `answered ${first.received.status}` : 'not answered';
  return (
    mistakeFrom(plan, first, trace) ?? {
      code: 'refused',
      message: `the first request with the ${plan.plan} key was ${said}, so its limit was not pushed`,
      fix: 'storecheck check, with this key, says what is wrong.',
    }
  );
}

/** What the judge of set-ups says of this exchange, were every other one like it. */
function mistakeFrom(plan: LimitPlan, exchange: Exchange, { head }: Trace): SetUpMistake | undefined {
  const { plan: name, key, perMinute, perDay, otherPlans } = plan;
  return setUpMistake({
    head: { ...head, settings: { ...head.settings, plan: name, key, perMinute, perDay, otherPlans } },
    exchanges: ['list.minimum', 'set-up.get'].map((probe) => ({ ...exchange, probe })),
    skips: [],
    waits: [],
    end: null,
  });
}

/** Why the journal of this plan's experiments is not whole. */
function problemsOf({ key }: LimitPlan, load: readonly LoadRecord[]): string[] {
  const ended = load.flatMap((record) =>
    'kind' in record && record.kind === 'load-end'
      ? record.problems.filter(({ kind }) => kind !== 'leak' && kind !== 'incomplete')
      : [],
  );
  const lacking = partsOf(load).flatMap((part) =>
    part.start?.config.experiments.some((experiment) => experiment.key === key) === true ? missingFor(key, part) : [],
  );
  return [...new Set([...ended, ...lacking].map(({ message }) => message))];
}

/** One part for each k6 process: its records stand between its start and the next one's. */
function partsOf(load: readonly LoadRecord[]) {
  const starts = load.flatMap((record, index) =>
    'kind' in record && record.kind === 'start' ? [{ record, index }] : [],
  );
  return starts.map(({ record: start, index }, number) => part(start, load.slice(index, starts[number + 1]?.index)));
}

function part(start: Start, records: readonly LoadRecord[]) {
  return {
    start,
    exchanges: records.filter(isExchange),
    held: records.flatMap((record) => ('kind' in record && record.kind === 'held' ? [record] : [])),
    experiments: records.flatMap((record) => ('kind' in record && record.kind === 'experiment' ? [record] : [])),
  };
}

function isExchange(record: LoadRecord): record is Exchange {
  return !('kind' in record);
}
