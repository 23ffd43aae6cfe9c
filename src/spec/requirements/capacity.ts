import { PLAN_TABLE } from '../plans.ts';
import { must, observe } from '../requirement.ts';

const OBJECTIVES = { ...PLAN_TABLE, source: "the objectives are yours, not the specification's" };

/** Measured by `storecheck capacity` against stated objectives, at the peak that the plans' limits lead to: src/capacity. */
export const CAPACITY = [
  must('capacity.offered-load', 'The load of the projected peak was offered completely', PLAN_TABLE),
  must('capacity.latency', 'p50, p95 and p99 are within the stated objectives at the projected peak', OBJECTIVES),
  must('capacity.errors', 'The share of errors is within the stated objective at the projected peak', OBJECTIVES),
  observe(
    'capacity.headroom',
    'The highest step within the objectives, as a multiple of the projected peak',
    PLAN_TABLE,
  ),
];
