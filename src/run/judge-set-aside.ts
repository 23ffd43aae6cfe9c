import {
  isAnswered,
  isExchange,
  type KeyLabel,
  type LimitPlan,
  type LoadRecord,
  type Trace,
} from '../exchange/index.ts';
import type { Experiment } from '../limiter/index.ts';
import { judgeBan, judgeDay } from '../limiter/long-run.ts';
import { type Outcome, undecided } from '../rules/outcome.ts';
import { requirement } from '../spec/requirements/index.ts';
import { toVerdict } from '../verdict/judge.ts';
import { isSelected } from '../verdict/select.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { processesOf } from './processes.ts';
import { problemsOf } from './wholeness.ts';

/** The experiments with a key of their own: its exchanges stand for one requirement alone, whatever became of the plan's other key. */
const SET_ASIDE = [
  { id: 'limit.daily', script: 'daily', judge: judgeDay },
  { id: 'limit.ban', script: 'ban', judge: judgeBan },
] as const;

/** The verdicts on this plan that keys were set aside for. */
export function judgeSetAside(plan: LimitPlan, trace: Trace): Verdict[] {
  const { head, load } = trace;
  if (load === undefined || load.length === 0) return [];
  return SET_ASIDE.flatMap(({ id, script, judge }): Verdict[] => {
    const key = head.limits?.[script][plan.plan];
    if (key === undefined || !isSelected(id, head.settings)) return [];
    const missing = problemsOf({ key }, load);
    const experiment = experimentOf(plan, key, trace, missing.length === 0);
    const sent = experiment.exchanges.some(({ phase }) => phase === script);
    const outcome = sent ? judge(experiment) : notBegun(experiment, load);
    // Why nothing was sent says more than what then is missing.
    const evidence = { answered: [], missing: sent ? missing : [], leftOut: [] };
    return [{ ...toVerdict(requirement(id), outcome, evidence, false), plan: plan.plan }];
  });
}

function experimentOf(plan: LimitPlan, key: KeyLabel, { head, load = [] }: Trace, complete: boolean): Experiment {
  return {
    plan: plan.plan,
    key,
    perWindow: plan.perMinute,
    perDay: plan.perDay,
    windowSeconds: head.settings.windowSeconds,
    otherPlans: plan.otherPlans,
    exchanges: load.filter(isExchange).filter((exchange) => exchange.key === key),
    complete,
    refusalBudget: head.limits?.refusals ?? 8,
  };
}

/** Why nothing was sent that the requirement could be judged by. */
function notBegun({ key, exchanges }: Experiment, load: readonly LoadRecord[]): Outcome {
  const closings = processesOf(load).flatMap(({ experiments }) => experiments.filter((one) => one.key === key));
  const [left] = closings.flatMap(({ skipped }) => skipped);
  if (left !== undefined) return undecided(left.reason);
  const last = exchanges.at(-1);
  if (last === undefined || closings.every(({ stopped }) => stopped === undefined))
    return undecided('the run ended before this key was used');
  const said = isAnswered(last) ? `answered ${last.received.status}` : 'not answered';
  return undecided(`the key cannot be used: its last request was ${said}`);
}
