import type { CapacityStep, ComparedStep } from '../exchange/index.ts';
import { QUANTILES } from './objectives.ts';
import type { Compared } from './result-schema.ts';
import type { Estimate } from './statistics/estimate.ts';

export type { ComparedStep, EarlierRun } from '../exchange/index.ts';

/** The data of a run for a comparison. */
export interface Comparable {
  readonly baseUrl: string;
  readonly mix: CapacityStep['mix'];
  /** Planned or sent. */
  readonly steps: readonly { readonly rps: number }[];
}

/** Tolerance for equal rates. */
const SAME_RATE = 0.01;

const isSame = (one: number, other: number) => Math.abs(one - other) <= SAME_RATE * Math.max(one, other);

/** Why a run cannot be compared with an earlier one; empty if it can. */
export function incomparable(earlier: Comparable, planned: Comparable): string[] {
  const reasons: string[] = [];
  if (earlier.baseUrl !== planned.baseUrl) reasons.push(`its target was ${earlier.baseUrl}, not ${planned.baseUrl}`);
  const other = (['list', 'get', 'create'] as const).filter(
    (op) => Math.abs(earlier.mix[op] - planned.mix[op]) > SAME_RATE,
  );
  if (other.length > 0) reasons.push(`it had another mix (${other.join(', ')})`);
  if (!planned.steps.some(({ rps }) => earlier.steps.some((step) => isSame(step.rps, rps))))
    reasons.push('no step has the same rate as a step of this run');
  return reasons;
}

/** Compares valid steps with the same rate. */
export function compareRuns(earlier: readonly ComparedStep[], later: readonly ComparedStep[]): Compared[] {
  return later.flatMap((step) => {
    const before = earlier.find(({ rps }) => isSame(rps, step.rps));
    if (before === undefined || before.verdict === 'invalid' || step.verdict === 'invalid') return [];
    return [
      ...QUANTILES.map(({ name }) => compared(step.rps, name, before.latency[name], step.latency[name])),
      compared(step.rps, 'errors', before.errors, step.errors),
    ];
  });
}

/** Two-sided test at 5 %, with standard errors derived from the intervals. */
function compared(rps: number, name: Compared['name'], before: Estimate, after: Estimate): Compared {
  const difference = after.value - before.value;
  const error = Math.hypot(halfWidth(before), halfWidth(after));
  const change = !(Math.abs(difference) > error) ? '~' : difference > 0 ? 'higher' : 'lower';
  return { rps, name, before: before.value, after: after.value, change };
}

const halfWidth = ({ from, to }: Estimate) => (to === null ? Number.POSITIVE_INFINITY : (to - from) / 2);
