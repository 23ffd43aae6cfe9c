import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { KeyExperiment } from '../exchange/records/load-config.ts';
import type { Head, LimitPlan } from '../exchange/records/run-record.ts';
import { isRemovedOn } from '../spec/operations.ts';

/** What k6 sends to exhaust a plan's limit: the configuration of `load/quota.ts` for one key. */
export function experimentOf({ plan, key, secondKey, perMinute, perDay }: LimitPlan, head: Head) {
  const { windowSeconds, readOnly, categories, today } = head.settings;
  const own = { plan, key, perWindow: perMinute, perDay, windowSeconds, readOnly, secondKey };
  return { ...own, category: categories?.[0], getRemoved: isRemovedOn(today) || undefined } satisfies KeyExperiment;
}

/** One key's recorded experiment: everything that the verdicts depend on. The exchanges are read once, in any order. */
export interface Experiment<Exchanges extends Iterable<Exchange> = readonly Exchange[]> extends KeyExperiment {
  readonly perDay: number;
  /** Whether the journal is complete: it has a closing record, and a line for every sent request. Recorded by tests/corpus/record.ts. */
  readonly complete: boolean;
  readonly exchanges: Exchanges;
}
