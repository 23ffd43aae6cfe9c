import type { Rerun } from '../../exchange/index.ts';
import type { Env } from '../../io/env.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import { type KeyReference, type Keys, toGive } from './keys.ts';

/** The plans on which something of a limit failed; with an id, on which that failed. */
export function plansIn({ failed }: Rerun, only?: string): PlanName[] {
  const concerned = failed.filter(({ id }) => only === undefined || id === only);
  return PLAN_NAMES.filter((name) => concerned.some(({ plan }) => plan === name));
}

/** Of keys that one requirement alone is judged with, those of the plans on which it failed. */
export function keysFor(rerun: Rerun, id: string, keys: Keys): Keys {
  const plans: readonly string[] = plansIn(rerun, id);
  return Object.fromEntries(Object.entries(keys).filter(([plan]) => plans.includes(plan)));
}

/** Keys that something failed with and that were not given this time: each is a problem, so that nothing is passed over. */
export function tellMissingKeys(
  rerun: Rerun,
  { keys, second, daily }: Readonly<Record<'keys' | 'second' | 'daily', Keys>>,
  given: readonly KeyReference[],
  env: Env,
  problems: Problems,
): void {
  for (const plan of plansIn(rerun)) {
    const ids = rerun.failed.flatMap((row) => (row.plan === plan ? [row.id] : []));
    if (keys[plan] === undefined)
      problems.missing(`no ${plan} key, with which ${ids.join(', ')} failed: ${toGive(plan, given, env)}`);
  }
  for (const plan of plansIn(rerun, 'limit.keys-independent'))
    if (second[plan] === undefined)
      problems.missing(
        `limit.keys-independent failed for ${plan}: give the other customer's key, --second-key ${plan}=env:NAME`,
      );
  for (const plan of plansIn(rerun, 'limit.daily'))
    if (daily[plan] === undefined)
      problems.add(`limit.daily failed for ${plan}: give a key whose day may be used up, --daily ${plan}=env:NAME`);
}
