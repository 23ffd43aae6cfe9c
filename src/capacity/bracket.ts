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
  const [change, ...more] = changedPlans(projection);
  if (change === undefined || more.length > 0 || change.after.rps === 0) return undefined;
  const { within, beyond } = bracketOf(steps);
  const { rps } = projection.after;
  const others = rps - change.after.rps;
  const each = change.after.rps / change.changed.value;
  const limitAt = (level: number) => (level * rps - others) / each;
  return {
    plan: change.plan,
    today: change.perMinute?.value ?? 0,
    /** Rounded down: a limit that fits must not be overstated. */
    fits: within === null ? null : Math.floor(limitAt(within) + ROUNDING),
    /** Rounded up. */
    exceeds: beyond === null ? null : Math.ceil(limitAt(beyond) - ROUNDING),
    /** The limit whose projected peak is a step. */
    limitAt: (level: number) => Math.floor(limitAt(level) + ROUNDING),
    /** The load with one limit as a share of the load with another one, in percent. */
    percentOf: (limit: number, peak: number) => (100 * (others + each * limit)) / (others + each * peak),
  };
}

/** Limits this close are known well enough. */
const CLOSE = 0.05;

export const isClose = (below: number, above: number) => above - below <= CLOSE * below;

/** The steps that look for a limit that does not fit, in percent. */
const LARGER = [100, 125, 150, 200];

/** The parts of the open interval that a run tests. */
const FIFTHS = [0.2, 0.4, 0.6, 0.8];

/** Steps are whole percents of the peak, and limits whole numbers. */
const FINEST_PERCENT = 102;
const FINEST = 2;

/**
 * A run that narrows the limits between which the largest one lies, at fifths of them. It tests both ends again, because it does not know
 * earlier runs. Undefined if the ends are close.
 */
export function narrowing(projection: Projection, steps: readonly JudgedStep[]) {
  const limits = limitBracket(projection, steps);
  if (limits === undefined) return undefined;
  const { plan, today, fits, exceeds, percentOf } = limits;
  if (exceeds === null) return fits === null || fits <= 0 ? undefined : { plan, perMinute: fits, percents: LARGER };
  // Without a limit that fits, today's is the lower end, unless it was refuted.
  const below = Math.max(0, fits ?? (today < exceeds ? today : 0));
  const isFinest = exceeds - below <= FINEST || percentOf(exceeds, below) <= FINEST_PERCENT;
  if (isClose(below, exceeds) || isFinest) return undefined;
  const [perMinute = 0, ...more] = FIFTHS.map((part) =>
    Math.max(below + 1, Math.round(below + part * (exceeds - below))),
  );
  const percents = [
    Math.floor(percentOf(below, perMinute) + ROUNDING),
    100,
    ...more.map((limit) => Math.round(percentOf(limit, perMinute))),
    Math.ceil(percentOf(exceeds, perMinute) - ROUNDING),
  ];
  return { plan, perMinute, percents: [...new Set(percents)].filter((percent) => percent > 0) };
}

/** Whether a step within the objectives shows that the peak with more active customers fits, too. */
export const fitsBusier = ({ after, busier }: Projection, headroom: number | null) =>
  headroom !== null && busier.rps <= headroom * after.rps + ROUNDING;

/** The lowest step in whole percent that covers the peak with more active customers. */
export const busierPercent = ({ after, busier }: Projection) => Math.ceil((100 * busier.rps) / after.rps - ROUNDING);
