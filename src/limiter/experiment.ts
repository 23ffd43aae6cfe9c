import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { KeyExperiment } from '../exchange/records/load-config.ts';
import type { Head, LimitPlan } from '../exchange/records/run-record.ts';
import { isRemovedOn } from '../spec/operations.ts';
import { LIMIT } from '../spec/requirements/limit.ts';

/** What k6 sends to exhaust a plan's limit: the configuration of `load/quota.ts` for one key. */
export function experimentOf({ plan, key, secondKey, perMinute, perDay }: LimitPlan, head: Head) {
  const { windowSeconds, readOnly, categories, today } = head.settings;
  const own = { plan, key, perWindow: perMinute, perDay, windowSeconds, readOnly, secondKey };
  return { ...own, category: categories?.[0], getRemoved: isRemovedOn(today) || undefined } satisfies KeyExperiment;
}

/** One key's recorded experiment: everything that the verdicts depend on. The exchanges are read once, in any order. */
export interface Experiment<Exchanges extends Iterable<Exchange> = readonly Exchange[]> extends KeyExperiment {
  readonly perDay: number;
  /** Whether the journal is complete: it has a closing record, and a line for every sent request. */
  readonly complete: boolean;
  readonly exchanges: Exchanges;
}

export type LimitRequirementId = (typeof LIMIT)[number]['id'];

/** The ids of `limit.*`, in the order of the catalogue. */
export const LIMIT_REQUIREMENTS: readonly LimitRequirementId[] = LIMIT.map(({ id }) => id);

/** Requirements that seem to be violated after a restart that loses the counters, because it returns quota at once. */
export const ALSO_BY_RESTART = [
  'limit.rejects-excess',
  'limit.reset-true',
  // Too fast after a restart. Another client can make it seem too slow.
  'limit.refill-rate',
  'limit.window-is-a-minute',
] as const satisfies readonly LimitRequirementId[];

/** Requirements that are about the limiter's behaviour. */
export const ABOUT_LIMITER: readonly LimitRequirementId[] = [
  ...ALSO_BY_RESTART,
  'limit.admits-plan',
  'limit.all-operations',
  'limit.retry-after-sufficient',
  'limit.retry-after-unit',
];
