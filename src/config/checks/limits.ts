import { PLAN_NAMES } from '../../spec/plans.ts';
import { statedQuota } from '../quota.ts';
import { type ConfigCheck, targetsOf } from './check.ts';

/** What `limits` opens for each key where nothing is stated. */
const CONNECTIONS = 50;

/** Numbers that contradict each other. */
export const limits: ConfigCheck = ({ config, say }) => {
  const plans = config.plans ?? {};
  for (const plan of PLAN_NAMES) {
    const { perMinute, perDay } = statedQuota(plan, plans);
    if (plans[plan] !== undefined && isLess(perDay, perMinute))
      say(['plans', plan], `${perDay} a day (perDay) is less than ${perMinute} a minute (perMinute)`, 'key');
  }
  for (const { name, target } of targetsOf(config)) {
    const at = ['targets', name];
    const { perMinute, perDay } = statedQuota('enterprise', plans, target);
    if (target.enterprise !== undefined && isLess(perDay, perMinute))
      say([...at, 'enterprise'], `${perDay} a day (perDay) is less than ${perMinute} a minute (perMinute)`, 'key');
    const { refusalsPerKey, connections, requestsPerRun } = target.budgets ?? {};
    if (isLess(connections ?? CONNECTIONS, refusalsPerKey))
      say(
        [...at, 'budgets', 'refusalsPerKey'],
        `${refusalsPerKey} refusals are more than the ${connections ?? CONNECTIONS} connections${connections === undefined ? ' (the default)' : ''} that can meet them at once; 8 are enough`,
      );
    if (isLess(requestsPerRun, refusalsPerKey))
      say(
        [...at, 'budgets', 'requestsPerRun'],
        `${requestsPerRun} requests are fewer than ${refusalsPerKey} refusals (refusalsPerKey)`,
      );
  }
};

function isLess(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && a < b;
}
