import type { Projection } from '../exchange/index.ts';
import { changedPlans } from './projection.ts';
import type { JudgedStep } from './result-schema.ts';

/** The levels between which the capacity lies: null if no step shows an end. */
export interface Bracket {
  /** The highest step within all objectives, below every step that is beyond one. */
  readonly within: number | null;
  /** The lowest step that is beyond an objective. */
  readonly beyond: number | null;
}

/** The evidence of the steps, in rising order. No lower step may have missed an objective. */
export function bracketOf(steps: readonly Pick<JudgedStep, 'level' | 'verdict'>[]): Bracket {
  const first = steps.findIndex(({ verdict }) => verdict === 'beyond');
  const below = first === -1 ? steps : steps.slice(0, first);
  return {
    within: below.findLast(({ verdict }) => verdict === 'within')?.level ?? null,
    beyond: steps[first]?.level ?? null,
  };
}

/** Rounding of sums of rates. */
const ROUNDING = 1e-6;

/**
 * The bracket as limits of the only changed plan, in requests/min, with everything else as projected. Undefined if no plan or several
 * change. Not above 0: the other plans alone are this load.
 */
export function limitBracket(projection: Projection, steps: readonly JudgedStep[]) {
  const [change, ...others] = changedPlans(projection);
  if (change === undefined || others.length > 0 || change.after.rps === 0) return undefined;
  const { within, beyond } = bracketOf(steps);
  const { rps } = projection.after;
  const limitAt = (level: number) =>
    (change.changed.value * (level * rps - (rps - change.after.rps))) / change.after.rps;
  return {
    plan: change.plan,
    today: change.perMinute?.value ?? 0,
    /** Rounded down: a limit that fits must not be overstated. */
    fits: within === null ? null : Math.floor(limitAt(within) + ROUNDING),
    /** Rounded up. */
    exceeds: beyond === null ? null : Math.ceil(limitAt(beyond) - ROUNDING),
  };
}

/** Levels that halve the bracket, with the projected peak that every run needs; undefined if it cannot be narrower in whole percent. */
export function halvingLevels(steps: readonly JudgedStep[]): number[] | undefined {
  const { within, beyond } = bracketOf(steps);
  if (beyond === null) return undefined;
  const whole = (level: number) => Math.round(level * 100) / 100;
  const levels = within === null ? [whole(beyond / 2), whole(0.75 * beyond)] : [whole((within + beyond) / 2)];
  const isNarrower = levels.every((level) => level > (within ?? 0) && level < beyond);
  return isNarrower ? [...new Set([...levels, 1])].sort((a, b) => a - b) : undefined;
}
