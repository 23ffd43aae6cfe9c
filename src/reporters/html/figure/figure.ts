import { parseHttpDate } from '../../../exchange/http-date.ts';
import type { PlanLimits } from '../../../result/result.ts';
import { emptySeries, FATES, type Fate, type Point, type Series } from './series.ts';
import { visiblePoints } from './visible.ts';
/** The data of a plan's figure. */
export type Figure = ReturnType<typeof figureOf>;

/** Builds the figure from one key's series, or only from the numbers. */
export function figureOf(plan: string, numbers: PlanLimits, series = emptySeries(0)) {
  const start = windowStart(series);
  const seconds = (at: number): number => (at - start) / 1000;
  const [earlier, order] = ordered(series, start);
  const until = seconds(series.received.at(order.at(-1) ?? 0));
  const burstEnd = lastOf(order, series, seconds);
  const count = trailing(numbers.windowSeconds);
  const fine = burstEnd ?? until;
  const { see, kept } = visiblePoints((at) => Math.floor((at / (at <= fine ? fine : until)) * MOMENTS));
  const phases = phaseCounter();
  const resets = new Set<number>();
  const pointAt = (index: number): Omit<Point, 'admitted'> => ({
    sent: seconds(series.sent.at(index)),
    at: seconds(series.received.at(index)),
    fate: FATES[series.fate.at(index)] ?? 'lost',
    remaining: series.remaining.at(index),
    phase: series.phases[series.phase.at(index)] ?? '',
  });
  for (const index of earlier) phases.see({ ...pointAt(index), phase: KEY_IN_USE });
  for (const index of order) {
    const one = pointAt(index);
    const point: Point = { ...one, admitted: count(one.at, one.fate === 'admitted') };
    see(point);
    phases.see(point);
    if (!Number.isNaN(series.reset.at(index))) resets.add(series.reset.at(index));
  }
  const points = kept();
  const offset = numbers.clockOffsetMs ?? { from: 0, to: 0 };
  return {
    plan,
    numbers,
    /** In the order of their responses; of very many, only the visible ones. */
    points,
    /** Time of the last response of the burst; undefined if there is none. */
    burstEnd,
    /** The distinct times of Reset, sorted. */
    // Converted to our clock with the middle of the offset interval.
    resets: [...resets].map((reset) => seconds(reset * 1000 - (offset.from + offset.to) / 2)).sort((a, b) => a - b),
    waits: promisedWaits(series, seconds, points),
    phases: phases.all(),
    /** Number of earlier attempts. */
    before: series.before,
  };
}

/** Distinguishable times of the burst, and of the complete experiment: two to each place of the axis. */
const MOMENTS = 400;

/** The last calibration before the burst; earlier ones found a used key. */
function windowStart({ sent, phase, phases }: Series): number {
  const [burst, calibrate] = [phases.indexOf('burst'), phases.indexOf('calibrate')];
  let start = sent.at(0);
  for (let index = 0; index < sent.length() && phase.at(index) !== burst; index += 1)
    if (phase.at(index) === calibrate) start = sent.at(index);
  return start;
}

/** Indices in the order of the responses: of requests before the start, and of the others. */
function ordered({ sent, received }: Series, start: number): [earlier: Uint32Array, counted: Uint32Array] {
  const all = Uint32Array.from({ length: sent.length() }, (_, index) => index).sort(
    (a, b) => received.at(a) - received.at(b),
  );
  return [all.filter((index) => sent.at(index) < start), all.filter((index) => sent.at(index) >= start)];
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
function trailing(seconds: number): (at: number, admitted: boolean) => number {
  const times: number[] = [];
  let first = 0;
  return (at, admitted) => {
    if (admitted) times.push(at);
    while ((times[first] ?? at) <= at - seconds) first += 1;
    return times.length - first;
  };
}

/** A refusal's Retry-After, and the first request after it. Times in seconds on the figure's axis. */
export interface Promised {
  readonly from: number;
  readonly until: number;
  readonly value: string;
  readonly next: Point | undefined;
}

const BARS = 4;

/** At most four, violated ones first, in the order of their refusals. `seconds` converts milliseconds since 1970 to the axis. */
function promisedWaits({ refusals }: Series, seconds: (at: number) => number, points: readonly Point[]): Promised[] {
  const chosen = new Map<string, Promised>();
  for (const { received, retryAfter } of refusals) {
    const until = retryAfter === undefined ? undefined : untilOf(retryAfter, received);
    if (retryAfter === undefined || until === undefined) continue;
    const due = seconds(until);
    const next = points.find(({ sent }) => sent >= due);
    // For each value, the last one that was correct, wrong, or not tested.
    chosen.set(`${next?.fate} ${retryAfter}`, { from: seconds(received), until: due, value: retryAfter, next });
  }
  const weight = ({ next }: Promised): number => (next?.fate === 'refused' ? 0 : next === undefined ? 2 : 1);
  return [...chosen.values()]
    .sort((a, b) => weight(a) - weight(b))
    .slice(0, BARS)
    .sort((a, b) => a.from - b.from);
}

/** Seconds count from the receipt of the refusal (RFC 9110 §10.2.3). */
function untilOf(text: string, received: number): number | undefined {
  return /^\d{1,9}$/.test(text) ? received + Number(text) * 1000 : parseHttpDate(text);
}

/** One phase of the experiment in numbers: the text alternative of the figure. */
interface Phase {
  from: number;
  to: number;
  readonly counts: Record<Fate, number>;
  /** The lowest Remaining; undefined if there is none. */
  remaining: number | undefined;
}

/** The first of two requests of the recovery at Reset: it is sent if Reset is later than a window after the burst. */
const WINDOW_OVER = 'window-over';

/** The lists before the first request that counts. */
const KEY_IN_USE = 'key-in-use';

/** Counts a stream of points in the order of their responses. */
function phaseCounter() {
  const phases = new Map<string, Phase>();
  const see = ({ phase, sent, at, fate, remaining }: Omit<Point, 'admitted'>): void => {
    const earlier = phases.get(phase);
    if (earlier !== undefined && phase === 'recovery-reset') {
      phases.delete(phase);
      phases.set(WINDOW_OVER, earlier);
    }
    const known = phases.get(phase) ?? { from: sent, to: at, counts: none(), remaining: undefined };
    phases.set(phase, known);
    known.from = Math.min(known.from, sent);
    known.to = at;
    known.counts[fate] += 1;
    if (!Number.isNaN(remaining)) known.remaining = Math.min(known.remaining ?? remaining, remaining);
  };
  return { see, all: () => [...phases].map(([name, phase]) => ({ name, ...phase })) };
}

const none = (): Record<Fate, number> => ({ admitted: 0, refused: 0, other: 0, lost: 0 });
