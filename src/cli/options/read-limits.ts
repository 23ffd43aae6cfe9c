import { DEFAULTS } from '../../config/index.ts';
import type { LimitPlan, LimitSettings } from '../../exchange/index.ts';
import { costOfDay, requestsForLimits } from '../../run/limits-cost.ts';
import { type CheckRequest, otherPlans } from '../../run/prepare.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { Call } from './call.ts';
import { addDuplicateKeys, type Keys, readKeys, secondKeyReferences, typedReferences } from './keys.ts';
import type { RunKeys } from './read-check.ts';
import { fullQuota, type QuotaOf, wholeNumber } from './values.ts';

/** Requests per window that one machine was measured to exhaust; docs/limits.md says why limits are not distributed. */
const MOST_PER_WINDOW = 60_000;
/** Requests per window that one VU of k6 sends. */
const MOST_FOR_BAN = 10_000;
/** Seconds. With a shorter window, rounding to seconds hides the behaviour of a limiter. */
const SHORTEST_WINDOW = 2;
const DAY_SECONDS = 86_400;

/** Reads the settings that `limits` and `run` add to a check: the limits to exhaust, and their keys. Adds every problem. */
export function readLimits(call: Call, { keys }: RunKeys, { windowSeconds }: CheckRequest, quotaOf: QuotaOf) {
  const { command, flags, problems } = call;
  const { budgets } = call.from.target ?? {};
  const second = readKeys(secondKeyReferences(call), 2, call);
  const dedicated = (option: 'daily' | 'ban', number: number) => {
    const read = readKeys(typedReferences(option, call) ?? [], number, call);
    for (const plan of PLAN_NAMES)
      if (read[plan] !== undefined && keys[plan] === undefined)
        problems.missing(
          `--${option} ${plan}: this key is dedicated; add another one for the other tests, --key ${plan}=env:NAME`,
        );
    return read;
  };
  const [daily, ban] = [dedicated('daily', 3), dedicated('ban', 4)];
  // For limits, --plan selects the only key; for run, it selects the key of the conformance part.
  const only = command === 'limits' ? flags.plan : undefined;
  const wanted: readonly string[] = [only ?? PLAN_NAMES].flat();
  for (const plan of PLAN_NAMES)
    if (second[plan] !== undefined && keys[plan] === undefined)
      problems.missing(`--second-key ${plan}: the first key of this plan is missing; add --key ${plan}=env:NAME`);
  addDuplicateKeys({ '--key': keys, '--second-key': second, '--daily': daily, '--ban': ban }, problems);
  if (windowSeconds > 0 && windowSeconds < SHORTEST_WINDOW)
    problems.add(`--window must be at least ${SHORTEST_WINDOW} s`);
  const names = PLAN_NAMES.filter((plan) => keys[plan] !== undefined && wanted.includes(plan));
  const plans = names.map((plan): LimitPlan => {
    const quota = fullQuota(plan, quotaOf, problems);
    const secondKey = second[plan] === undefined ? {} : { secondKey: `${plan}#2` as const };
    return { plan, key: `${plan}#1`, ...secondKey, ...quota, otherPlans: otherPlans(plan) };
  });
  const refusals = wholeNumber(flags.refusals, '--refusals', problems) ?? budgets?.refusalsPerKey ?? DEFAULTS.refusals;
  const connections =
    wholeNumber(flags.connections, '--connections', problems) ?? budgets?.connections ?? DEFAULTS.connections;
  addImpossible(plans, { daily, ban }, windowSeconds, refusals, problems);
  const { sustain } = flags;
  const sustainWindows =
    sustain === true ? DEFAULTS.sustainedWindows : (wholeNumber(sustain, '--sustain', problems) ?? 0);
  const ofPlans = names.flatMap((plan) => [keys[plan] ?? [], second[plan] ?? []]);
  return {
    limits: { plans, refusals, connections, sustainWindows, daily: labelsOf(daily), ban: labelsOf(ban) },
    keys: [...ofPlans, ...Object.values(daily), ...Object.values(ban)].flat(),
  };
}

const labelsOf = (keys: Keys) =>
  Object.fromEntries(PLAN_NAMES.flatMap((plan) => (keys[plan] === undefined ? [] : [[plan, keys[plan].label]])));

function addImpossible(
  plans: readonly LimitPlan[],
  { daily, ban }: Readonly<Record<'daily' | 'ban', Keys>>,
  windowSeconds: number,
  refusals: number,
  problems: Problems,
): void {
  for (const plan of plans) {
    const name = plan.plan as PlanName;
    if (plan.perMinute > MOST_PER_WINDOW)
      problems.add(`--enterprise must be at most ${MOST_PER_WINDOW}: one machine cannot exhaust a larger limit`);
    if (daily[name] !== undefined && costOfDay(plan, refusals, windowSeconds).seconds > DAY_SECONDS)
      problems.add(
        `--daily ${name}: the daily limit is never reached, because ${plan.perDay} requests at ${plan.perMinute} per window take more than a day${name === 'enterprise' ? '; check --enterprise' : ''}`,
      );
    if (ban[name] !== undefined && plan.perMinute > MOST_FOR_BAN)
      problems.add(`--ban ${name}: the limit must be at most ${MOST_FOR_BAN} requests per window`);
  }
}

/** k6 would lose its evidence if it stopped early. So --max-requests must cover all of its requests; check gets the rest. */
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
      `--max-requests is too small: these limits may need ${most} requests, confirmation attempts included${conformance ? ', and the check needs more' : ''}. Raise it, or select fewer plans`,
    );
  return { ...request, maxRequests: maxRequests - most, limits };
}
