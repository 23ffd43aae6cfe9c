import { PLAN_NAMES } from '../../spec/plans.ts';
import { didYouMean } from '../did-you-mean.ts';
import { milliseconds } from '../units.ts';
import type { ConfigCheck } from './check.ts';

/** Shares are typed with a few decimals; their sum is not exact in doubles. */
const ROUNDING = 1e-6;

/** Numbers of the capacity section that contradict each other. */
export const capacity: ConfigCheck = ({ config, say }) => {
  const { plans = {}, mix, objectives = {}, keys = {} } = config.capacity ?? {};
  const at = ['capacity'];
  if (mix !== undefined) {
    const sum = (mix.list ?? 0) + (mix.get ?? 0) + (mix.create ?? 0);
    if (Math.abs(sum - 1) > ROUNDING)
      say([...at, 'mix'], `list, get and create are ${Number(sum.toFixed(6))} in all; they must be 1`, 'key');
  }
  const quantiles = (['p50', 'p95', 'p99'] as const).flatMap((name) => {
    const text = objectives[name];
    return text === undefined ? [] : [{ name, text, ms: milliseconds(text) }];
  });
  for (const [index, { name, text, ms }] of quantiles.entries()) {
    const before = quantiles[index - 1];
    if (ms === 0) say([...at, 'objectives', name], `"${text}" can never be held; it must be above 0`);
    else if (before !== undefined && ms < before.ms)
      say(
        [...at, 'objectives', name],
        `${text} is less than ${before.name} (${before.text}), which is a smaller share of the requests`,
      );
  }
  for (const [name, plan] of Object.entries(plans)) {
    const { perMinute, perDay } = (plan ?? {}) as { perMinute?: number; perDay?: number };
    if (perMinute !== undefined && perDay !== undefined && perDay < perMinute)
      say([...at, 'plans', name], `${perDay} a day (perDay) is less than ${perMinute} a minute (perMinute)`, 'key');
  }
  const isKnown = new Set<string>([...PLAN_NAMES, ...Object.keys(plans)]);
  const known = [...isKnown];
  for (const plan of Object.keys(keys))
    if (!isKnown.has(plan))
      say(
        [...at, 'keys', plan],
        `no such plan${didYouMean(plan, known) || `; known are ${known.slice(0, 20).join(', ')}`}`,
        'key',
      );
};
