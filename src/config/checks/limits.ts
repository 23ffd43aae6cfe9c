import { PLAN_NAMES } from '../../spec/plans.ts';
import { type QuotaOverride, statedQuota } from '../config.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Path } from '../document.ts';
import { milliseconds } from '../units.ts';
import { type CheckInput, type ConfigCheck, targetsOf } from './check.ts';

export const limits: ConfigCheck = ({ config, say }) => {
  const plans = config.plans ?? {};
  for (const plan of PLAN_NAMES) {
    if (plans[plan] !== undefined) checkQuota(['plans', plan], statedQuota(plan, plans), say);
  }
  for (const { name, target } of targetsOf(config)) {
    const at = ['targets', name];
    if (target.enterprise !== undefined)
      checkQuota([...at, 'enterprise'], statedQuota('enterprise', plans, target), say);
  }
};

function checkQuota(path: Path, { perMinute, perDay }: QuotaOverride, say: CheckInput['say']): void {
  if (isLess(perDay, perMinute)) say(path, 'perDay must not be less than perMinute', 'key');
}

function isLess(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && a < b;
}

/** Tolerance: sums of decimal shares are not exact in doubles. */
const ROUNDING = 1e-6;

export const capacity: ConfigCheck = ({ config, say }) => {
  const { plans = {}, mix, objectives = {}, keys = {} } = config.capacity ?? {};
  const at = ['capacity'];
  if (mix !== undefined) {
    const sum = (mix.list ?? 0) + (mix.get ?? 0) + (mix.create ?? 0);
    if (Math.abs(sum - 1) > ROUNDING) say([...at, 'mix'], 'the sum of list, get and create must be 1', 'key');
  }
  const quantiles = (['p50', 'p95', 'p99'] as const).flatMap((name) => {
    const text = objectives[name];
    return text === undefined ? [] : [{ name, ms: milliseconds(text) }];
  });
  for (const [index, { name, ms }] of quantiles.entries()) {
    const before = quantiles[index - 1];
    if (ms === 0) say([...at, 'objectives', name], 'must be above 0');
    else if (before !== undefined && ms < before.ms)
      say([...at, 'objectives', name], `must not be less than ${before.name}`);
  }
  for (const [name, plan] of Object.entries(plans))
    checkQuota([...at, 'plans', name], (plan ?? {}) as QuotaOverride, say);
  const isKnown = new Set<string>([...PLAN_NAMES, ...Object.keys(plans)]);
  const known = [...isKnown];
  for (const plan of Object.keys(keys))
    if (!isKnown.has(plan))
      say(
        [...at, 'keys', plan],
        `unknown plan${didYouMean(plan, known) || `; the plans are ${known.slice(0, 20).join(', ')}`}`,
        'key',
      );
};
