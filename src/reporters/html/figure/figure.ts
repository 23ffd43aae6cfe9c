import type { PlanLimits } from '../../../result/result.ts';
import { type Phase, phasesOf } from './phases.ts';
import { type Promised, promisedWaits } from './promised.ts';
import { FATES, type Fate, type Series } from './series.ts';
import { trailing } from './trailing.ts';

/** One request as it is drawn; times in seconds since the first request of the window. */
export interface Point {
  readonly sent: number;
  readonly at: number;
  readonly fate: Fate;
  /** NaN where not said. */
  readonly remaining: number;
  /** How many were admitted in the window's length before its answer. */
  readonly admitted: number;
  readonly phase: string;
}

/** A plan's experiment, ready to be drawn. */
export interface Figure {
  readonly plan: string;
  readonly numbers: PlanLimits;
  /** In the order of their answers. */
  readonly points: readonly Point[];
  /** When the last answer of the burst came; undefined where there was none. */
  readonly burstEnd: number | undefined;
  /** The moments that Reset named, in order, each once. */
  readonly resets: readonly number[];
  readonly waits: readonly Promised[];
  readonly phases: readonly Phase[];
}

/** More of the numbers stand in results.json than the contract's part for people. */
type Numbers = PlanLimits & { readonly clockOffsetMs?: { readonly from: number; readonly to: number } | null };

export function figureOf(plan: string, numbers: Numbers, series: Series | undefined): Figure {
  if (series === undefined)
    return { plan, numbers, points: [], burstEnd: undefined, resets: [], waits: [], phases: [] };
  const start = windowStart(series);
  const offset = numbers.clockOffsetMs ?? { from: 0, to: 0 };
  const seconds = (at: number): number => (at - start) / 1000;
  const order = series.received
    .map((_, index) => index)
    .filter((index) => (series.sent[index] ?? 0) >= start)
    .sort((a, b) => (series.received[a] ?? 0) - (series.received[b] ?? 0));
  const count = trailing(numbers.windowSeconds);
  const points = order.map((index): Point => {
    const at = seconds(series.received[index] ?? 0);
    const fate = FATES[series.fate[index] ?? 3] ?? 'lost';
    return {
      sent: seconds(series.sent[index] ?? 0),
      at,
      fate,
      remaining: series.remaining[index] ?? Number.NaN,
      admitted: count(at, fate === 'admitted'),
      phase: series.phase[index] ?? '',
    };
  });
  const resets = new Set(order.map((index) => series.reset[index] ?? Number.NaN).filter((one) => !Number.isNaN(one)));
  return {
    plan,
    numbers,
    points,
    burstEnd: points.findLast(({ phase }) => phase === 'burst' || phase === 'top-up')?.at,
    // On our clock: by the middle of what the server's may be off.
    resets: [...resets].map((reset) => seconds(reset * 1000 - (offset.from + offset.to) / 2)).sort((a, b) => a - b),
    waits: promisedWaits(series, seconds, points),
    phases: phasesOf(points),
  };
}

/** The calibration that the burst follows: an earlier one found a key that was used, and was waited out. */
function windowStart({ sent, phase }: Series): number {
  const burst = phase.indexOf('burst');
  const last = phase.lastIndexOf('calibrate', burst < 0 ? undefined : burst);
  return sent[Math.max(0, last)] ?? 0;
}
