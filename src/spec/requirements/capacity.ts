import { PLAN_TABLE } from '../plans.ts';
import type { RequirementRow } from '../requirement.ts';

const OBJECTIVES = { ...PLAN_TABLE, source: "the objectives are yours, not the specification's" } as const;

/** Measured by `storecheck capacity` against stated objectives, at the peak that the plans' limits lead to: src/capacity. */
export const CAPACITY = [
  {
    id: 'capacity.offered-load',
    level: 'must',
    title: 'The load of the projected peak was offered completely',
    ...PLAN_TABLE,
  },
  {
    id: 'capacity.latency',
    level: 'must',
    title: 'p50, p95 and p99 are within the stated objectives at the projected peak',
    ...OBJECTIVES,
  },
  {
    id: 'capacity.errors',
    level: 'must',
    title: 'The share of errors is within the stated objective at the projected peak',
    ...OBJECTIVES,
  },
  {
    id: 'capacity.headroom',
    level: 'observe',
    title: 'The highest step within the objectives, as a multiple of the projected peak',
    ...PLAN_TABLE,
  },
] as const satisfies readonly RequirementRow[];
