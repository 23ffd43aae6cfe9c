import type { CapacityStep, ComparedStep, Estimate } from '../exchange/index.ts';
import { because, type Reason } from '../rules/outcome.ts';
import { QUANTILES } from './objectives.ts';
import type { Compared } from './result-schema.ts';

export interface Comparable {
  readonly baseUrl: string;
  readonly mix: CapacityStep['mix'];
  /** Planned or sent. */
  readonly steps: readonly { readonly rps: number }[];
}

const SAME_RATE = 0.01;

const isSame = (one: number, other: number) => Math.abs(one - other) <= SAME_RATE * Math.max(one, other);

/** Why a run cannot be compared with an earlier one; empty if it can. */
export function incomparable(earlier: Comparable, planned: Comparable): Reason[] {
  const reasons: Reason[] = [];
  if (earlier.baseUrl !== planned.baseUrl)
    reasons.push(because('other-target', { earlier: earlier.baseUrl, target: planned.baseUrl }));
  const operations = (['list', 'get', 'create'] as const).filter(
    (op) => Math.abs(earlier.mix[op] - planned.mix[op]) > SAME_RATE,
  );
  if (operations.length > 0) reasons.push(because('other-mix', { operations }));
  if (!planned.steps.some(({ rps }) => earlier.steps.some((step) => isSame(step.rps, rps))))
    reasons.push(because('no-common-rate'));
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
