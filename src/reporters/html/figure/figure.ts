import type { PlanLimits } from '../../../result/result.ts';
import { type Phase, phaseCounter } from './phases.ts';
import { type Promised, promisedWaits } from './promised.ts';
import { FATES, type Point, type Series } from './series.ts';

/** The data of a plan's figure. */
export interface Figure {
  readonly plan: string;
  readonly numbers: PlanLimits;
  /** Points in the order of their responses; of very many, only the visible ones. */
  readonly points: readonly Point[];
  /** Time of the last response of the burst; undefined if there is none. */
  readonly burstEnd: number | undefined;
  /** The distinct times of Reset, sorted. */
  readonly resets: readonly number[];
  readonly waits: readonly Promised[];
  readonly phases: readonly Phase[];
  /** Number of earlier attempts. */
  readonly before: number;
}

/** Additional numbers in results.json. */
type Numbers = PlanLimits & { readonly clockOffsetMs?: { readonly from: number; readonly to: number } | null };

/** Builds the figure from one key's series, or only from the numbers. */
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
    // Converted to our clock with the middle of the offset interval.
    resets: [...resets].map((reset) => seconds(reset * 1000 - (offset.from + offset.to) / 2)).sort((a, b) => a - b),
    waits: promisedWaits(series, seconds, points),
    phases: phases.all(),
    before: series.before,
  };
}

/** The last calibration before the burst; earlier ones found a used key. */
function windowStart({ sent, phase, phases }: Series): number {
  const [burst, calibrate] = [phases.indexOf('burst'), phases.indexOf('calibrate')];
  let start = sent.at(0);
  for (let index = 0; index < sent.length() && phase.at(index) !== burst; index += 1)
    if (phase.at(index) === calibrate) start = sent.at(index);
  return start;
}

/** Indices in the order of the responses. */
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

/** Counts the requests admitted in the `seconds` before each time, for sorted times. Assumes no algorithm. */
export function trailing(seconds: number): (at: number, admitted: boolean) => number {
  const times: number[] = [];
  let first = 0;
  return (at, admitted) => {
    if (admitted) times.push(at);
    while ((times[first] ?? at) <= at - seconds) first += 1;
    return times.length - first;
  };
}

/** Up to this number, all points are kept. */
const FEW = 4_000;
/** Maximum distinguishable times in a figure. */
const MOMENTS = 800;

/** Keeps the visible points: per time and status the first, last, least and most. Points are sorted; `fine` ends the burst, `until` the experiment. */
export function keeper(
  total: number,
  fine: number,
  until: number,
): { see: (point: Point) => void; kept: () => Point[] } {
  const kept: Point[] = [];
  let moment: Point[] = [];
  let current = -1;
  const bucket = (at: number): number =>
    at <= fine ? Math.floor((at / fine) * MOMENTS) : MOMENTS + Math.floor((at / until) * MOMENTS);
  const flush = (): void => {
    kept.push(...seen(moment));
    moment = [];
  };
  return {
    see: (point) => {
      if (total <= FEW) {
        kept.push(point);
        return;
      }
      const next = bucket(point.at);
      if (next !== current) flush();
      current = next;
      moment.push(point);
    },
    kept: () => {
      flush();
      return kept;
    },
  };
}

function seen(moment: readonly Point[]): Point[] {
  const chosen = new Set<Point | undefined>();
  for (const fate of new Set(moment.map((point) => point.fate))) {
    const own = moment.filter((point) => point.fate === fate);
    chosen.add(own[0]).add(own.at(-1));
    chosen.add(own.reduce((a, b) => (b.remaining < a.remaining ? b : a)));
    chosen.add(own.reduce((a, b) => (b.remaining > a.remaining ? b : a)));
  }
  return moment.filter((point) => chosen.has(point));
}
