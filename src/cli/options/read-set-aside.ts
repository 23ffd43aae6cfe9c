import type { KeyLabel, LimitPlan } from '../../exchange/index.ts';
import { costOfDay } from '../../run/set-aside-cost.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import { type KeyPlaces, type Keys, readKeySources } from './keys.ts';
import type { LoadOptions } from './options.ts';

/** Keys that are used for one long experiment and nothing else. */
export interface SetAside {
  readonly daily: Keys;
  readonly ban: Keys;
}

/** Behind the plan's own two keys. */
const NUMBERS = { daily: 3, ban: 4 } as const;

const DAY_SECONDS = 86_400;

/** One VU of k6 sends as many in a window. */
const MOST_FOR_BAN = 10_000;

export function readSetAside(options: LoadOptions, keys: Keys, io: KeyPlaces, problems: Problems): SetAside {
  const read = (option: 'daily' | 'ban') => {
    const given = readKeySources(`--${option}`, options[option], io, problems);
    for (const plan of PLAN_NAMES)
      if (given[plan] !== undefined && keys[plan] === undefined)
        problems.missing(
          `--${option} ${plan}: that key is set aside; give another one for the rest, --key ${plan}=env:NAME`,
        );
    return given;
  };
  return { daily: read('daily'), ban: read('ban') };
}

export function labelsOf(keys: Keys, option: keyof SetAside): Record<string, KeyLabel> {
  return Object.fromEntries(plansOf(keys).map((plan) => [plan, `${plan}#${NUMBERS[option]}` as const]));
}

export function valuesOf({ daily, ban }: SetAside): (readonly [KeyLabel, string])[] {
  const values = (keys: Keys, option: keyof SetAside) =>
    plansOf(keys).map((plan) => [`${plan}#${NUMBERS[option]}`, keys[plan] ?? ''] as const);
  return [...values(daily, 'daily'), ...values(ban, 'ban')];
}

/** What cannot be done with a plan's numbers. */
export function tellImpossible(
  { daily, ban }: SetAside,
  plans: readonly LimitPlan[],
  windowSeconds: number,
  refusals: number,
  problems: Problems,
): void {
  for (const plan of plans) {
    const name = plan.plan as PlanName;
    if (daily[name] !== undefined && costOfDay(plan, refusals, windowSeconds).seconds > DAY_SECONDS)
      problems.add(
        `--daily ${name}: ${plan.perDay} requests at ${plan.perMinute} a window take more than a day, so the day's limit is never reached${name === 'enterprise' ? "; does --enterprise-per-day have the contract's number?" : ''}`,
      );
    if (ban[name] !== undefined && plan.perMinute > MOST_FOR_BAN)
      problems.add(`--ban ${name}: up to ${MOST_FOR_BAN} a window can be used up for it`);
  }
}

const plansOf = (keys: Keys) => PLAN_NAMES.filter((plan) => keys[plan] !== undefined);
