import type { Projection } from '../exchange/records/capacity-record.ts';
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
export function limitBracket(projection: Projection, steps: Parameters<typeof bracketOf>[0]) {
  const [change, ...more] = changedPlans(projection);
  if (change === undefined || more.length > 0 || change.after.rps === 0) return undefined;
  const { within, beyond } = bracketOf(steps);
  const { rps } = projection.after;
  const others = rps - change.after.rps;
  const each = change.after.rps / change.changed;
  const limitAt = (level: number) => (level * rps - others) / each;
  return {
    plan: change.plan,
    today: change.perMinute ?? 0,
    /** Rounded down: a limit that fits must not be overstated. */
    fits: within === null ? null : Math.floor(limitAt(within) + ROUNDING),
    /** Rounded up. */
    exceeds: beyond === null ? null : Math.ceil(limitAt(beyond) - ROUNDING),
  };
}

/** Whether a step within the objectives shows that the peak with more active customers fits, too. */
export const fitsBusier = ({ after, busier }: Projection, headroom: number | null) =>
  headroom !== null && busier.rps <= headroom * after.rps + ROUNDING;
