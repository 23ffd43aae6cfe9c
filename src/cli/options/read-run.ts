import type { QuotaOverride } from '../../config/kinds.ts';
import { requirementsOf, statedQuota } from '../../config/sections.ts';
import { hasLetters } from '../../exchange/api-key.ts';
import { LARGEST_BURST } from '../../exchange/load-defaults.ts';
import { DAY_SECONDS } from '../../exchange/rate-headers.ts';
import type { LimitPlan, LimitSettings } from '../../exchange/records/run-record.ts';
import { keyVariable } from '../../result/curl.ts';
import { costOfDay, costOfLimits } from '../../run/cost.ts';
import type { CheckRequest } from '../../run/prepare.ts';
import { isPlanName, PLAN_NAMES, type PlanName, type Quota } from '../../spec/plans.ts';
import type { Call } from './call.ts';
import { expectedFor } from './expected.ts';
import { addDuplicateKeys, type Keys, keyReferences, namedKeys, readKeys } from './keys.ts';
import { readSettings, type SendSettings } from './read-settings.ts';

export type RunKind = 'check' | 'limits' | 'run';

/** Reads the settings of a run. Throws a UsageError with every problem. */
export function readRun(call: Call, kind: RunKind) {
  const settings = readSettings(call);
  const { request, keys } = readCheck(call, settings);
  const read = kind === 'check' ? { request, keys: Object.values(keys) } : readLimits(call, keys, request);
  const expected = expectedFor(call, settings.name);
  call.problems.check();
  return { settings, ...read, expected };
}

/** Reads the settings of `check`, which `limits`, `run` and `doctor` share. Adds every problem. */
export function readCheck(call: Call, settings: SendSettings) {
  const { command, io } = call;
  const { name, baseUrl, targetClass, permit, writes, windowSeconds, timeoutMs } = settings;
  const references = keyReferences(call);
  const keys = readKeys(references, 1, call);
  addDuplicateKeys({ '--key': keys }, call.problems);
  const plan = planOf(call, keys);
  const key = keys[plan];
  const seed = readSeed(call);
  const request: CheckRequest = {
    command,
    target: { name, baseUrl, class: targetClass },
    plan,
    keyHasLetters: key !== undefined && hasLetters(key),
    ...fullQuota(plan, call),
    windowSeconds,
    readOnly: !permit.writes,
    ...(writes.forbidden === undefined ? {} : { readOnlyBy: writes.forbidden }),
    timeoutMs,
    keySources: Object.fromEntries(references.map((reference) => [reference.plan, reference.source])),
    settleMs: settings.settle,
    today: settings.today ?? new Date(io.clock.now()).toISOString().slice(0, 10),
    categories: settings.categories,
    only: patterns('only', call),
    skip: patterns('skip', call),
    ...(targetClass === 'production' ? { noKeyInUrl: true as const } : {}),
    ...(seed === undefined ? {} : { seed }),
    maxRequests: settings.maxRequests,
    budget: settings.requestsPerRun,
  };
  return { request, keys };
}

function planOf({ flags, settings: { plan }, problems }: Call, keys: Keys): PlanName {
  if (plan !== undefined) {
    if (keys[plan] !== undefined) return plan;
    problems.add(
      `--plan ${plan}: its key is missing: add --key ${plan}=env:NAME or --key ${plan}=file:PATH (${keyVariable(plan)} counts only if neither --key nor the target names keys)`,
    );
    return 'free';
  }
  if (Object.keys(keys).length === 0 && (flags.key ?? []).length === 0)
    problems.add(
      'no key: add --key PLAN=env:NAME or --key PLAN=file:PATH, or set STORE_API_KEY_FREE, _PRO, _BUSINESS or _ENTERPRISE',
    );
  return PLAN_NAMES.findLast((name) => keys[name] !== undefined) ?? 'free';
}

/** Reads patterns. Adds a problem for a pattern without a requirement that the command judges. */
function patterns(option: 'only' | 'skip', { command, settings, problems }: Call): string[] {
  const all = (settings[option] ?? []).flatMap((value) => value.split(',')).map((pattern) => pattern.trim());
  for (const pattern of all) requirementsOf(pattern, (problem) => problems.add(`--${option}: ${problem}`), command);
  return all;
}

/** The seed of the exploration, random by default; undefined at the depth `standard`. */
function readSeed({ flags, settings: { depth, seed }, io, problems }: Call): number | undefined {
  if (depth === 'thorough') return seed ?? Math.floor(io.random() * 1_000_000);
  if (seed !== undefined && flags.depth === undefined) problems.add('--seed needs --depth thorough');
  return undefined;
}

/** The limits of a plan, as far as known: from --enterprise, else from storecheck.yaml, else from the specification. */
export const quotaOf = (plan: string, { settings: { plans, enterprise, customers } }: Call): QuotaOverride =>
  isPlanName(plan) ? statedQuota(plan, plans ?? {}, enterprise) : (customers?.get(plan) ?? {});

/** The limit of a day by default: a day at the full rate. */
export const dayAtRate = (perMinute: number, windowSeconds: number): number =>
  Math.floor((perMinute * DAY_SECONDS) / windowSeconds);

/** Both limits of a plan. */
function fullQuota(plan: PlanName, call: Call): Quota {
  const { perMinute, perDay } = quotaOf(plan, call);
  if (perMinute === undefined)
    call.problems.add('the limit of the enterprise key is missing: add --enterprise N/DAY from the contract');
  const value = perMinute ?? 1;
  return { perMinute: value, perDay: perDay ?? dayAtRate(value, call.settings.window / 1_000) };
}

/** With a shorter window, rounding to seconds hides the behaviour of a limiter. */
const SHORTEST_WINDOW_SECONDS = 2;

/** Reads the settings that `limits` and `run` add to a check: the limits to exhaust, and their keys. Adds every problem. */
function readLimits(call: Call, keys: Keys, request: CheckRequest) {
  const { command, settings, problems } = call;
  const { windowSeconds } = request;
  const second = readKeys(namedKeys('secondKey', call, PLAN_NAMES), 2, call);
  const daily = readKeys(namedKeys('daily', call, PLAN_NAMES), 3, call);
  for (const plan of PLAN_NAMES)
    for (const [option, others] of Object.entries({ '--daily': daily, '--second-key': second }))
      if (keys[plan] === undefined && others[plan] !== undefined)
        problems.add(`${option} ${plan}: this key is an additional one; add the first, --key ${plan}=env:NAME`);
  addDuplicateKeys({ '--key': keys, '--second-key': second, '--daily': daily }, problems);
  if (windowSeconds < SHORTEST_WINDOW_SECONDS) problems.add(`--window must be at least ${SHORTEST_WINDOW_SECONDS} s`);
  // For limits, --plan selects the only key; for run, it selects the key of the conformance part.
  const only = command === 'limits' ? settings.plan : undefined;
  const names = PLAN_NAMES.filter((plan) => keys[plan] !== undefined && (only ?? plan) === plan);
  const plans = names.map((plan): LimitPlan => {
    const secondKey = second[plan] === undefined ? {} : { secondKey: `${plan}#2` as const };
    return { plan, key: `${plan}#1`, ...secondKey, ...fullQuota(plan, call) };
  });
  for (const plan of plans) addImpossible(plan, daily, windowSeconds, call);
  const labels = Object.fromEntries(Object.entries(daily).map(([plan, { label }]) => [plan, label]));
  const limits = { plans, sustainWindows: settings.sustain, daily: labels };
  return {
    request: withinMaxRequests(request, limits, call),
    keys: [keys, second, daily].flatMap((some) => Object.values(some)),
  };
}

function addImpossible(plan: LimitPlan, daily: Keys, windowSeconds: number, { problems }: Call): void {
  const { perMinute, perDay } = plan;
  if (perMinute > LARGEST_BURST)
    problems.add(
      `the limit of ${plan.plan} (${perMinute} per window) is too large: storecheck exhausts at most ${LARGEST_BURST} requests per window`,
    );
  if (daily[plan.plan as PlanName] !== undefined && costOfDay(plan, windowSeconds).seconds > DAY_SECONDS)
    problems.add(
      `--daily ${plan.plan}: the daily limit is never reached, because ${perDay} requests at ${perMinute} per window take more than a day; check the limits of this plan`,
    );
}

/** k6 would lose its evidence if it stopped early. So --max-requests must cover all of its requests; check gets the rest. */
function withinMaxRequests(request: CheckRequest, limits: LimitSettings, { problems }: Call): CheckRequest {
  const { command, maxRequests, budget = Number.POSITIVE_INFINITY, windowSeconds } = request;
  const conformance = command !== 'limits';
  const most = costOfLimits(limits, windowSeconds, false).mostWithDays;
  if ((maxRequests ?? budget) < most + (conformance ? 1 : 0))
    problems.add(
      `${maxRequests === undefined ? 'budgets.requestsPerRun' : '--max-requests'} is too small: these limits may need ${most} requests, confirmation attempts included${conformance ? ', and the check needs more' : ''}. Raise it, or select fewer plans`,
    );
  return { ...request, maxRequests: maxRequests && maxRequests - most, budget: budget - most, limits };
}
