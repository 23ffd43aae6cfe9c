import type { Step } from '../exchange/index.ts';
import type { Objectives } from './objectives.ts';
import { requestsToProve } from './objectives.ts';

export type { Step } from '../exchange/index.ts';

export const LEVELS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5];

const LONGEST_WARM_UP = 5;

const SHORTEST_SECONDS = 30;

/** Room above the fewest requests that could prove the objectives: those must all succeed. */
const ROOM = 1.5;

/** How long a step at a rate takes to prove the objectives, in multiples of 5 s. */
export function secondsToProve(objectives: Objectives, rps: number): number {
  return Math.max(SHORTEST_SECONDS, Math.ceil((requestsToProve(objectives).requests * ROOM) / rps / 5) * 5);
}

/**
 * Steps in rising order; each goes on in the deal where the one before it ended. Several instances send the same number each. `secondsAt`
 * says how long a step at a rate is measured.
 */
export function stepsOf(
  levels: readonly number[],
  peakRps: number,
  secondsAt: number | ((rps: number) => number),
  instances = 1,
): Step[] {
  let first = 0;
  return [...new Set(levels)]
    .sort((a, b) => a - b)
    .map((level) => {
      const rps = perMinute(level * peakRps) / 60;
      const seconds = typeof secondsAt === 'number' ? secondsAt : secondsAt(rps);
      const warmUpSeconds = Math.min(LONGEST_WARM_UP, seconds / 6);
      const count = Math.max(1, Math.round((rps * (warmUpSeconds + seconds)) / instances)) * instances;
      const step = { level, rps, warmUpSeconds, seconds, count, first };
      first += count;
      return step;
    });
}

/** k6 wants a whole number of iterations a unit of time. */
function perMinute(rps: number): number {
  return Math.max(1, Math.round(rps * 60));
}

/** Requests of all steps, at most: one a step asks for ids, on each instance. */
export function requestsOf(steps: readonly Step[], instances = 1): number {
  return steps.reduce((sum, { count }) => sum + count + instances, 0);
}
