import type { CapacityPlan } from '../capacity/index.ts';
import type { End, Head, LoadRecord } from '../exchange/index.ts';
import { buildResult } from '../result/build.ts';
import type { Result } from '../result/result.ts';
import type { FailOn } from '../verdict/gate.ts';
import { type CapacityReader, capacityVerdicts } from './capacity-judge.ts';

/** What frames a capacity run besides its samples. */
export interface CapacityFrame {
  readonly head: Head;
  readonly end: End | null;
  /** How each k6 process ended. */
  readonly ends: readonly LoadRecord[];
}

/** results.json of a capacity run: that of every run, with the experiment in numbers. */
export function capacityResult(
  { head, end, ends }: CapacityFrame,
  plan: CapacityPlan,
  reader: CapacityReader,
  failOn: readonly FailOn[],
): Result {
  const steps = reader.steps();
  const { judgement, verdicts } = capacityVerdicts(plan, steps);
  const trace = { head, exchanges: [], skips: [], waits: [], end, load: ends };
  const { byStatus, byPlan, created } = reader.sent();
  const sent = Object.values(byPlan).reduce((sum, count) => sum + count, 0);
  return {
    ...buildResult(trace, { verdicts }, failOn),
    requests: { planned: head.planned, sent, byStatus, byPlan, unplanned429: byStatus['429'] ?? 0 },
    capacity: { ...judgement, ...plan, steps, created },
  };
}
