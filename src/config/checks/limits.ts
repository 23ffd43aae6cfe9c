import { PLAN_NAMES } from '../../spec/plans.ts';
import { statedQuota } from '../quota.ts';
import { type ConfigCheck, targetsOf } from './check.ts';

/** Default concurrent connections per key. */
const CONNECTIONS = 50;

/** Reports contradicting numbers. */
export const limits: ConfigCheck = ({ config, say }) => {
  const plans = config.plans ?? {};
  for (const plan of PLAN_NAMES) {
    const { perMinute, perDay } = statedQuota(plan, plans);
    if (plans[plan] !== undefined && isLess(perDay, perMinute))
      say(['plans', plan], `perDay (${perDay}) must not be less than perMinute (${perMinute})`, 'key');
  }
  for (const { name, target } of targetsOf(config)) {
    const at = ['targets', name];
    const { perMinute, perDay } = statedQuota('enterprise', plans, target);
    if (target.enterprise !== undefined && isLess(perDay, perMinute))
      say([...at, 'enterprise'], `perDay (${perDay}) must not be less than perMinute (${perMinute})`, 'key');
    const { refusalsPerKey, connections, requestsPerRun } = target.budgets ?? {};
    if (isLess(connections ?? CONNECTIONS, refusalsPerKey))
      say(
        [...at, 'budgets', 'refusalsPerKey'],
        `${refusalsPerKey} refusals must not exceed the ${connections ?? CONNECTIONS} connections${connections === undefined ? ' (the default)' : ''}; 8 are enough`,
      );
    if (isLess(requestsPerRun, refusalsPerKey))
      say(
        [...at, 'budgets', 'requestsPerRun'],
        `${requestsPerRun} requests must not be fewer than ${refusalsPerKey} refusals (refusalsPerKey)`,
      );
  }
};

function isLess(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && a < b;
}
