import type { ApiKey, LimitPlan, LimitSettings } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { costOfDay, requestsForLimits } from '../../run/limits-cost.ts';
import { type CheckRequest, otherPlans } from '../../run/prepare.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { FromFile } from './from-file.ts';
import { type Keys, readKeys, secondKeyReferences, tellSameKeys, typedReferences } from './keys.ts';
import type { Flags } from './options.ts';
import { fullQuota, type QuotaOf } from './quota.ts';
import type { Given } from './read-check.ts';
import { keysFor, plansIn, tellMissingKeys } from './read-rerun.ts';
import { wholeNumber } from './values.ts';

/** Which limits are exhausted, and with which keys. */
export interface LoadSettings {
  readonly limits: LimitSettings;
  readonly keys: readonly ApiKey[];
}

/** What one machine was measured to exhaust within a window (docs/limits.md says why there is only one). */
const MOST_PER_WINDOW = 60_000;
/** One VU of k6 sends as many in a window. */
const MOST_FOR_BAN = 10_000;
/** Below, rounding of whole seconds hides everything that is to be shown. */
const SHORTEST_WINDOW = 2;
const DAY_SECONDS = 86_400;

/** Reads what `limits` and `run` add to a check; every problem is added, none thrown. */
export function readLimits(
  flags: Flags,
  { target }: FromFile,
  { keys, references }: Given,
  { rerun, command, windowSeconds }: CheckRequest,
  quotaOf: QuotaOf,
  io: Pick<Io, 'env' | 'cwd'>,
  problems: Problems,
): LoadSettings {
  const concerned = (id: string, keys: Keys) => (rerun === undefined ? keys : keysFor(rerun, id, keys));
  const secondReferences = secondKeyReferences(flags.secondKey ?? [], target, problems);
  const second = concerned('limit.keys-independent', readKeys(secondReferences, 2, io, problems));
  const dedicated = (option: 'daily' | 'ban', number: number) => {
    const read = readKeys(typedReferences(`--${option}`, flags[option] ?? [], problems), number, io, problems);
    for (const plan of PLAN_NAMES)
      if (read[plan] !== undefined && keys[plan] === undefined)
        problems.missing(
          `--${option} ${plan}: that key is set aside; give another one for the rest, --key ${plan}=env:NAME`,
        );
    return read;
  };
  const allDaily = dedicated('daily', 3);
  const daily = concerned('limit.daily', allDaily);
  const ban = concerned('limit.ban', dedicated('ban', 4));
  if (rerun !== undefined) tellMissingKeys(rerun, { keys, second, daily: allDaily }, references, io.env, problems);
  // For limits, --plan leaves the other keys alone; for run it chooses the key of the conformance part.
  const only = command === 'limits' ? flags.plan : undefined;
  const wanted = rerun === undefined ? [only ?? PLAN_NAMES].flat() : plansIn(rerun);
  for (const plan of PLAN_NAMES)
    if (second[plan] !== undefined && keys[plan] === undefined)
      problems.missing(`--second-key ${plan}: there is no first key of that plan; give --key ${plan}=env:NAME`);
  tellSameKeys({ '--key': keys, '--second-key': second, '--daily': daily, '--ban': ban }, problems);
  if (windowSeconds > 0 && windowSeconds < SHORTEST_WINDOW)
    problems.add(`--window: limits are told apart from ${SHORTEST_WINDOW} s on`);
  const names = PLAN_NAMES.filter((plan) => keys[plan] !== undefined && wanted.includes(plan));
  const plans = names.map((plan): LimitPlan => {
    const quota = fullQuota(plan, quotaOf, problems);
    const secondKey = second[plan] === undefined ? {} : { secondKey: `${plan}#2` as const };
    return { plan, key: `${plan}#1`, ...secondKey, ...quota, otherPlans: otherPlans(plan) };
  });
  const refusals = wholeNumber(flags.refusals, '--refusals', problems) ?? target?.budgets.refusalsPerKey ?? 8;
  const connections = wholeNumber(flags.connections, '--connections', problems) ?? target?.budgets.connections ?? 50;
  tellImpossible(plans, { daily, ban }, windowSeconds, refusals, problems);
  const { sustain } = flags;
  const sustainWindows = sustain === true ? 1 : (wholeNumber(sustain, '--sustain', problems) ?? 0);
  const ofPlans = names.flatMap((plan) => [keys[plan] ?? [], second[plan] ?? []]);
  return {
    limits: { plans, refusals, connections, sustainWindows, daily: labelsOf(daily), ban: labelsOf(ban) },
    keys: [...ofPlans, ...Object.values(daily), ...Object.values(ban)].flat(),
  };
}

const labelsOf = (keys: Keys) =>
  Object.fromEntries(PLAN_NAMES.flatMap((plan) => (keys[plan] === undefined ? [] : [[plan, keys[plan].label]])));

/** What cannot be done with a plan's numbers. */
function tellImpossible(
  plans: readonly LimitPlan[],
  { daily, ban }: Readonly<Record<'daily' | 'ban', Keys>>,
  windowSeconds: number,
  refusals: number,
  problems: Problems,
): void {
  for (const plan of plans) {
    const name = plan.plan as PlanName;
    if (plan.perMinute > MOST_PER_WINDOW)
      problems.add(
        `--enterprise-per-minute: ${plan.perMinute} requests per window are too many for one machine; the largest limit it can exhaust is ${MOST_PER_WINDOW}`,
      );
    if (daily[name] !== undefined && costOfDay(plan, refusals, windowSeconds).seconds > DAY_SECONDS)
      problems.add(
        `--daily ${name}: ${plan.perDay} requests at ${plan.perMinute} a window take more than a day, so the day's limit is never reached${name === 'enterprise' ? "; does --enterprise-per-day have the contract's number?" : ''}`,
      );
    if (ban[name] !== undefined && plan.perMinute > MOST_FOR_BAN)
      problems.add(`--ban ${name}: up to ${MOST_FOR_BAN} a window can be used up for it`);
  }
}

/** k6 cannot stop in the middle without losing its evidence: --max-requests must allow for all that it may send; check gets the rest. */
export function withinMaxRequests(
  request: CheckRequest,
  limits: LimitSettings,
  conformance: boolean,
  problems: Problems,
): CheckRequest {
  const { maxRequests, windowSeconds } = request;
  if (maxRequests === undefined) return { ...request, limits };
  const most = requestsForLimits(limits, windowSeconds);
  if (maxRequests < most + (conformance ? 1 : 0))
    problems.add(
      `--max-requests: pushing these limits can take ${most} requests, a second look included${conformance ? ', and the check needs some too' : ''}; allow more, or push fewer plans`,
    );
  return { ...request, maxRequests: maxRequests - most, limits };
}
