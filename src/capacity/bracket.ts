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

/**
 * A limit of the changed plan that halves the bracket; today's limit is its lower end if none was shown to fit. Undefined if no limit was
 * refuted, or no whole limit is between the two.
 */
export function halvingLimit(projection: Projection, steps: readonly JudgedStep[]) {
  const { plan, today, fits, exceeds } = limitBracket(projection, steps) ?? { exceeds: null };
  if (exceeds === null) return undefined;
  const below = Math.max(0, fits ?? (today < exceeds ? today : 0));
  return exceeds - below < 2 ? undefined : { plan, perMinute: Math.round((below + exceeds) / 2) };
}

/** Whether a step within the objectives shows that the peak with more active customers fits, too. */
export const fitsBusier = ({ after, busier }: Projection, headroom: number | null) =>
  headroom !== null && busier.rps <= headroom * after.rps + ROUNDING;

/** The lowest step in whole percent that covers the peak with more active customers. */
export const busierPercent = ({ after, busier }: Projection) => Math.ceil((100 * busier.rps) / after.rps - ROUNDING);
