import type { RequirementRow } from '../requirement.ts';

const plan = { clause: 'Request rate', quote: 'The limits depend on the plan:' } as const;

/** Measured by `storecheck capacity` against stated objectives, at the peak that the plans' limits lead to: src/capacity. */
export const CAPACITY = [
  {
    id: 'capacity.offered-load',
    level: 'must',
    title: 'The load of the projected peak was offered completely',
    ...plan,
  },
  {
    id: 'capacity.latency',
    level: 'must',
    title: 'p50, p95 and p99 are within the stated objectives at the projected peak',
    ...plan,
  },
  {
    id: 'capacity.errors',
    level: 'must',
    title: 'The share of errors is within the stated objective at the projected peak',
    ...plan,
  },
  {
    id: 'capacity.headroom',
    level: 'observe',
    title: 'The highest step within the objectives, as a multiple of the projected peak',
    ...plan,
  },
] as const satisfies readonly RequirementRow[];
