import { addressOf, TARGET_CLASSES, type TargetClass } from '../../config/index.ts';
import type { Rerun } from '../../exchange/index.ts';
import type { Env } from '../../io/env.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { EarlierRun } from './call.ts';
import { type KeyReference, type Keys, keyAdvice } from './keys.ts';

/** What forbids writes if the earlier run was read-only. */
export const READ_ONLY_BEFORE = 'as in the earlier run; --allow-writes permits writes';

/** The class of the target: of the same service, never less strict than in the earlier run, which may have had another configuration. */
export function classOfRerun(
  { target }: EarlierRun,
  {
    name,
    baseUrl,
    targetClass,
  }: { readonly name: string; readonly baseUrl: string; readonly targetClass: TargetClass },
): TargetClass {
  const isSame = target.name === name || addressOf(target.baseUrl) === addressOf(baseUrl);
  const classes: readonly string[] = isSame ? [target.class, targetClass] : [targetClass];
  return TARGET_CLASSES.findLast((one) => classes.includes(one)) ?? targetClass;
}

/** What a rerun records of the earlier run, and of the differences from it. */
export function recordOf(
  { rerun, target }: EarlierRun,
  { baseUrl, isStricter }: { readonly baseUrl: string; readonly isStricter: boolean },
): Rerun {
  return {
    ...rerun,
    ...(isStricter ? { stricter: true as const } : {}),
    ...(addressOf(target.baseUrl) === addressOf(baseUrl) ? {} : { elsewhere: target.baseUrl }),
  };
}

/** The plans with a failed limit requirement, or with that of an id. */
export function plansIn({ failed }: Rerun, only?: string): PlanName[] {
  const concerned = failed.filter(({ id }) => only === undefined || id === only);
  return PLAN_NAMES.filter((name) => concerned.some(({ plan }) => plan === name));
}

/** The keys of the plans on which a requirement failed. */
export function keysFor(rerun: Rerun, id: string, keys: Keys): Keys {
  const plans: readonly string[] = plansIn(rerun, id);
  return Object.fromEntries(Object.entries(keys).filter(([plan]) => plans.includes(plan)));
}

/** Adds a problem for each missing key of a failed requirement, so that a rerun skips nothing silently. */
export function addMissingKeys(
  rerun: Rerun,
  { keys, second, daily }: Readonly<Record<'keys' | 'second' | 'daily', Keys>>,
  references: readonly KeyReference[],
  env: Env,
  problems: Problems,
): void {
  for (const plan of plansIn(rerun)) {
    const ids = rerun.failed.flatMap((row) => (row.plan === plan ? [row.id] : []));
    if (keys[plan] === undefined)
      problems.missing(
        `the ${plan} key is missing, with which ${ids.join(', ')} failed: ${keyAdvice(plan, references, env)}`,
      );
  }
  for (const plan of plansIn(rerun, 'limit.keys-independent'))
    if (second[plan] === undefined)
      problems.missing(
        `limit.keys-independent failed for ${plan}: add the other customer's key, --second-key ${plan}=env:NAME`,
      );
  for (const plan of plansIn(rerun, 'limit.daily'))
    if (daily[plan] === undefined)
      problems.add(
        `limit.daily failed for ${plan}: add a key whose daily limit may be exhausted, --daily ${plan}=env:NAME`,
      );
}
