import type { PlanLimits } from '../../../result/result.ts';
import { keeper } from './keep.ts';
import { type Phase, phaseCounter } from './phases.ts';
import type { Point } from './point.ts';
import { type Promised, promisedWaits } from './promised.ts';
import { FATES, type Series } from './series.ts';
import { trailing } from './trailing.ts';

/** A plan's experiment, ready to be drawn. */
export interface Figure {
  readonly plan: string;
  readonly numbers: PlanLimits;
  /** In the order of their answers; of very many those that can be seen. */
  readonly points: readonly Point[];
  /** When the last answer of the burst came; undefined where there was none. */
  readonly burstEnd: number | undefined;
  /** The moments that Reset named, in order, each once. */
  readonly resets: readonly number[];
  readonly waits: readonly Promised[];
  readonly phases: readonly Phase[];
  /** How often the limit had been pushed before what is shown. */
  readonly before: number;
}

/** More of the numbers stand in results.json than the contract's part for people. */
type Numbers = PlanLimits & { readonly clockOffsetMs?: { readonly from: number; readonly to: number } | null };

/** Reads one key's series once, in the order of the answers; without a series only the numbers are known. */
export function figureOf(plan: string, numbers: Numbers, series: Series | undefined): Figure {
  if (series === undefined)
    return { plan, numbers, points: [], burstEnd: undefined, resets: [], waits: [], phases: [], before: 0 };
  const start = windowStart(series);
  const seconds = (at: number): number => (at - start) / 1000;
  const order = ordered(series, start);
  const until = seconds(series.received.at(order.at(-1) ?? 0));
  const burstEnd = lastOf(order, series, seconds);
  const count = trailing(numbers.windowSeconds);
  const { see, kept } = keeper(order.length, burstEnd ?? until, until);
  const phases = phaseCounter();
  const resets = new Set<number>();
  for (const index of order) {
    const at = seconds(series.received.at(index));
    const fate = FATES[series.fate.at(index)] ?? 'lost';
    const point: Point = {
      sent: seconds(series.sent.at(index)),
      at,
      fate,
      remaining: series.remaining.at(index),
      admitted: count(at, fate === 'admitted'),
      phase: series.phases[series.phase.at(index)] ?? '',
    };
    see(point);
    phases.see(point);
    if (!Number.isNaN(series.reset.at(index))) resets.add(series.reset.at(index));
  }
  const points = kept();
  const offset = numbers.clockOffsetMs ?? { from: 0, to: 0 };
  return {
    plan,
    numbers,
    points,
    burstEnd,
    // On our clock: by the middle of what the server's may be off.
    resets: [...resets].map((reset) => seconds(reset * 1000 - (offset.from + offset.to) / 2)).sort((a, b) => a - b),
    waits: promisedWaits(series, seconds, points),
    phases: phases.all(),
    before: series.before,
  };
}

/** The calibration that the burst follows: an earlier one found a key that was used, and was waited out. */
function windowStart({ sent, phase, phases }: Series): number {
  const [burst, calibrate] = [phases.indexOf('burst'), phases.indexOf('calibrate')];
  let start = sent.at(0);
  for (let index = 0; index < sent.length() && phase.at(index) !== burst; index += 1)
    if (phase.at(index) === calibrate) start = sent.at(index);
  return start;
}

/** Indices in the order of the answers. */
function ordered({ sent, received }: Series, start: number): Uint32Array {
  const all = Uint32Array.from({ length: sent.length() }, (_, index) => index).filter(
    (index) => sent.at(index) >= start,
  );
  return all.sort((a, b) => received.at(a) - received.at(b));
}

function lastOf(
  order: Uint32Array,
  { phase, phases, received }: Series,
  seconds: (at: number) => number,
): number | undefined {
  const mass = [phases.indexOf('burst'), phases.indexOf('top-up')].filter((index) => index >= 0);
  const last = order.findLast((index) => mass.includes(phase.at(index)));
  return last === undefined ? undefined : seconds(received.at(last));
}
