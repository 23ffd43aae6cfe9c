import type { Command } from 'commander';
import type { Flags } from '../../config/settings.ts';
import { apiKey } from '../../exchange/api-key.ts';
import { LARGEST_BURST } from '../../exchange/load-defaults.ts';
import type { LimitPlan, LimitSettings } from '../../exchange/records/run-record.ts';
import type { Io } from '../../io/io.ts';
import type { Expected } from '../../result/build.ts';
import { costOfDay, costOfLimits } from '../../run/cost.ts';
import type { CheckRequest } from '../../run/prepare.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import type { Problems } from '../console/console.ts';
import { type Call, readCall } from './call.ts';
import { expectedFor } from './expected.ts';
import { addDuplicateKeys, type Keys, readKeys, secondKeyReferences, typedReferences } from './keys.ts';
import { fullQuota, type RunKeys, readCheckRequest, readRunKeys } from './read-check.ts';
import { readSettings } from './settings.ts';

export type RunKind = 'check' | 'limits' | 'run';

export interface RunSettings extends ReturnType<typeof readParts> {
  readonly expected?: Expected;
}

/** Reads the settings of a run. Throws a UsageError with every problem. */
export function readRunSettings(command: Command, kind: RunKind, flags: Flags, io: Io): RunSettings {
  const call = readCall(command, flags, io);
  const settings = readParts(call, kind);
  const expected = expectedFor(call, settings.target.name, settings.reporting.failOn);
  call.problems.check();
  return { ...settings, expected };
}

/** The settings of the parts of a run, without what the configuration expects of its result. */
export function readParts(call: Call, kind: RunKind) {
  const conformance = kind !== 'limits';
  const settings = readSettings(call);
  const { target } = settings;
  const runKeys = readRunKeys(call);
  const request = readCheckRequest(call, target, runKeys);
  const load = kind === 'check' ? undefined : readLimits(call, runKeys, request);
  const limited = load === undefined ? request : withinMaxRequests(request, load.limits, conformance, call.problems);
  const key = runKeys.keys[request.plan] ?? apiKey(`${request.plan}#1`, '');
  return { ...settings, request: limited, conformance, key, load };
}

/** With a shorter window, rounding to seconds hides the behaviour of a limiter. */
const SHORTEST_WINDOW_SECONDS = 2;
const DAY_SECONDS = 86_400;

/** Reads the settings that `limits` and `run` add to a check: the limits to exhaust, and their keys. Adds every problem. */
function readLimits(call: Call, { keys }: RunKeys, { windowSeconds }: CheckRequest) {
  const { command, settings, problems } = call;
  const second = readKeys(secondKeyReferences(call), 2, call);
  const daily = readKeys(typedReferences('daily', call, PLAN_NAMES) ?? [], 3, call);
  for (const plan of PLAN_NAMES) {
    if (keys[plan] !== undefined) continue;
    if (daily[plan] !== undefined)
      problems.missing(
        `--daily ${plan}: this key is dedicated; add another one for the other tests, --key ${plan}=env:NAME`,
      );
    if (second[plan] !== undefined)
      problems.missing(`--second-key ${plan}: the first key of this plan is missing; add --key ${plan}=env:NAME`);
  }
  addDuplicateKeys({ '--key': keys, '--second-key': second, '--daily': daily }, problems);
  if (windowSeconds > 0 && windowSeconds < SHORTEST_WINDOW_SECONDS)
    problems.add(`--window must be at least ${SHORTEST_WINDOW_SECONDS} s`);
  // For limits, --plan selects the only key; for run, it selects the key of the conformance part.
  const only = command === 'limits' ? settings.plan : undefined;
  const names = PLAN_NAMES.filter((plan) => keys[plan] !== undefined && (only ?? plan) === plan);
  const plans = names.map((plan): LimitPlan => {
    const secondKey = second[plan] === undefined ? {} : { secondKey: `${plan}#2` as const };
    return { plan, key: `${plan}#1`, ...secondKey, ...fullQuota(plan, call) };
  });
  addImpossible(plans, daily, windowSeconds, problems);
  const ofPlans = names.flatMap((plan) => [keys[plan] ?? [], second[plan] ?? []]);
  const labels = Object.fromEntries(Object.entries(daily).map(([plan, { label }]) => [plan, label]));
  return {
    limits: { plans, sustainWindows: settings.sustain, daily: labels },
    keys: [...ofPlans, ...Object.values(daily)].flat(),
  };
}

function addImpossible(plans: readonly LimitPlan[], daily: Keys, windowSeconds: number, problems: Problems): void {
  for (const plan of plans) {
    const name = plan.plan as PlanName;
    if (plan.perMinute > LARGEST_BURST)
      problems.add(
        `the limit of ${name} (${plan.perMinute} per window) is too large: storecheck exhausts at most ${LARGEST_BURST} requests per window`,
      );
    if (daily[name] !== undefined && costOfDay(plan, windowSeconds).seconds > DAY_SECONDS)
      problems.add(
        `--daily ${name}: the daily limit is never reached, because ${plan.perDay} requests at ${plan.perMinute} per window take more than a day${name === 'enterprise' ? '; check --enterprise' : ''}`,
      );
  }
}

/** k6 would lose its evidence if it stopped early. So --max-requests must cover all of its requests; check gets the rest. */
function withinMaxRequests(
  request: CheckRequest,
  limits: LimitSettings,
  conformance: boolean,
  problems: Problems,
): CheckRequest {
  const { maxRequests, budget, windowSeconds } = request;
  const most = costOfLimits(limits, windowSeconds, false).mostWithDays;
  if ((maxRequests ?? budget) < most + (conformance ? 1 : 0))
    problems.add(
      `${maxRequests === undefined ? 'budgets.requestsPerRun' : '--max-requests'} is too small: these limits may need ${most} requests, confirmation attempts included${conformance ? ', and the check needs more' : ''}. Raise it, or select fewer plans`,
    );
  return { ...request, maxRequests: maxRequests && maxRequests - most, budget: budget - most, limits };
}
