import type { KeyLabel, LimitPlan, LimitSettings } from '../../exchange/index.ts';
import { otherPlans } from '../../run/prepare.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { FromFile } from './from-file.ts';
import { type KeyPlaces, type Keys, readKeySources, tellSameKeys } from './keys.ts';
import { type LoadOptions, type SendingOptions, wholeNumber } from './options.ts';
import { type Call, quotaOf } from './read-request.ts';
import { keysFor, plansIn, tellMissingKeys } from './read-rerun.ts';
import { labelsOf, readSetAside, tellImpossible, valuesOf } from './read-set-aside.ts';

/** The load part of a call: what is pushed, and with which keys. */
export interface LoadCall {
  readonly limits: LimitSettings;
  readonly keys: ReadonlyMap<KeyLabel, string>;
  readonly k6: string | undefined;
}

/** One VU of k6 sends 10,000 a window; two of them is what this tool was measured with. */
const MOST_PER_WINDOW = 20_000;
/** Below, rounding of whole seconds hides everything that is to be shown. */
const SHORTEST_WINDOW = 2;

/** Reads what `limits` and `run` add to a call; every problem is added, none thrown. */
export function readLoad(
  options: SendingOptions & LoadOptions,
  { keys, request }: Call,
  io: KeyPlaces,
  problems: Problems,
  from: FromFile = {},
): LoadCall {
  const { rerun } = request;
  const concerned = (id: string, keys: Keys) => (rerun === undefined ? keys : keysFor(rerun, id, keys));
  const second = concerned('limit.keys-independent', readKeySources('--second-key', options.secondKey, io, problems));
  const { daily, ban } = readSetAside(options, keys, io, problems);
  const aside = { daily: concerned('limit.daily', daily), ban: concerned('limit.ban', ban) };
  if (rerun !== undefined) tellMissingKeys(rerun, { keys, second, daily }, options.key, io, problems);
  // For limits, --plan leaves the other keys alone; for run it chooses the key of the conformance part.
  const only = request.command === 'limits' ? options.plan : undefined;
  const wanted = rerun === undefined ? [only ?? PLAN_NAMES].flat() : plansIn(rerun);
  const given = PLAN_NAMES.filter((plan) => keys[plan] !== undefined && wanted.includes(plan));
  for (const plan of PLAN_NAMES)
    if (second[plan] !== undefined && keys[plan] === undefined)
      problems.missing(`--second-key ${plan}: there is no first key of that plan; give --key ${plan}=env:NAME`);
  tellSameKeys(
    Object.entries({ '--key': keys, '--second-key': second, '--daily': aside.daily, '--ban': aside.ban }).flatMap(
      ([option, named]) => PLAN_NAMES.map((plan) => [`${option} ${plan}`, named[plan] ?? ''] as const),
    ),
    problems,
  );
  if (request.windowSeconds > 0 && request.windowSeconds < SHORTEST_WINDOW)
    problems.add(`--window: limits are told apart from ${SHORTEST_WINDOW} s on`);
  const plans = given.map((plan) => limitPlan(plan, second[plan] !== undefined, options, problems, from));
  const refusals = wholeNumber(options.refusals ?? '8', '--refusals', problems);
  tellImpossible(aside, plans, request.windowSeconds, refusals, problems);
  return {
    limits: {
      plans,
      refusals,
      connections: wholeNumber(options.connections ?? '50', '--connections', problems),
      sustainWindows: sustainWindows(options.sustain, problems),
      daily: labelsOf(aside.daily, 'daily'),
      ban: labelsOf(aside.ban, 'ban'),
    },
    keys: new Map([
      ...plans.flatMap(({ key, secondKey, plan }) => [
        [key, keys[plan as PlanName] ?? ''] as const,
        ...(secondKey === undefined ? [] : [[secondKey, second[plan as PlanName] ?? ''] as const]),
      ]),
      ...valuesOf(aside),
    ]),
    k6: options.k6,
  };
}

function limitPlan(
  plan: PlanName,
  hasSecond: boolean,
  options: SendingOptions,
  problems: Problems,
  from: FromFile,
): LimitPlan {
  const { perMinute, perDay } = quotaOf(plan, options, problems, from);
  if (perMinute > MOST_PER_WINDOW)
    problems.add(`--enterprise-per-minute: up to ${MOST_PER_WINDOW} a window can be pushed from one machine`);
  return {
    plan,
    key: `${plan}#1`,
    ...(hasSecond ? { secondKey: `${plan}#2` as const } : {}),
    perMinute,
    perDay,
    otherPlans: otherPlans(plan),
  };
}

function sustainWindows(option: boolean | string | undefined, problems: Problems): number {
  if (option === undefined || option === false) return 0;
  return option === true ? 1 : wholeNumber(option, '--sustain', problems);
}
