import type { Interval } from '../../exchange/clock-offset.ts';
import { countBefore } from '../evidence/counting.ts';
import type { ComparedRequest, ModelInput } from './model-input.ts';

/**
 * The algorithms, the simplest first. `name` stands in sentences: an experiment may not show where windows begin (half-windows). `slacks`
 * are parts of a window: cells of up to an eighth (window-sliding-counter), and steps of up to a quarter (refill-by-quarters). Larger ones
 * explain anything, so the smallest is tried first (bucket-next-step).
 */
export const FAMILIES = {
  'window from the first request': { name: 'window', slacks: [0] },
  'window on the clock': { name: 'window', slacks: [0] },
  'rolling window': { name: 'rolling window', slacks: [0, 1 / 8] },
  'weighted counter': { name: 'weighted counter of two windows', slacks: [0] },
  bucket: { name: 'bucket', slacks: [0, 1 / 12, 1 / 6, 1 / 4] },
} as const;

export type Algorithm = keyof typeof FAMILIES;

/**
 * A limiter that holds each admitted request for some time. A request may leave up to `slackMs` earlier or later than in the plain
 * algorithm. So one model stands for every number of cells, segments or steps.
 */
export interface LimiterModel {
  readonly algorithm: Algorithm;
  /** The length of a window. For a bucket, the time in which the limit comes back. */
  readonly windowMs: number;
  /** A moment at which a window begins, on our clock: of those on the clock, and of weighted counters. */
  readonly edge: number;
  /** At most the size of a cell of a rolling window, or the time between two refills of a bucket. */
  readonly slackMs: number;
  /** Each refused request starts the wait again. */
  readonly prolongs: boolean;
}

/** What is in use just before a decision, at least and at most. */
export type UsageAt = (event: ComparedRequest) => Interval;

export interface LimiterBounds {
  readonly use: UsageAt;
  /** Moments that Reset may name after a decision: the return of the limit, of the oldest request or of a slot, or the edge. */
  readonly resets: (event: ComparedRequest) => readonly Interval[];
}

/** @param limit of a bucket: how much comes back in its window */
export function limiterOf(model: LimiterModel, input: ModelInput, limit: number): LimiterBounds {
  const plain = plainLimiter(model, input, limit);
  if (!model.prolongs) return plain;
  return {
    use: (event) => blocked(model, input, event) ?? plain.use(event),
    resets: (event) => (event.admitted ? plain.resets(event) : [later(decided(event), model.windowMs)]),
  };
}

/** What is in use if each refusal blocks the key for a window: everything, if it is certain. Undefined if no refusal may block it. */
function blocked({ windowMs }: LimiterModel, { refusals }: ModelInput, { seq, sent, received }: ComparedRequest) {
  const before = refusals.filter(
    (refusal) => refusal.seq !== seq && refusal.sent <= received && refusal.received + windowMs > sent,
  );
  if (before.length === 0) return undefined;
  const isSure = before.some((refusal) => refusal.received <= sent && refusal.sent + windowMs > received);
  return { from: isSure ? Infinity : 0, to: Infinity };
}

const decided = ({ sent, received }: ComparedRequest): Interval => ({ from: sent, to: received });
const later = ({ from, to }: Interval, by: number): Interval => ({ from: from + by, to: to + by });

function plainLimiter(model: LimiterModel, input: ModelInput, limit: number): LimiterBounds {
  const { windowMs, slackMs } = model;
  const edgeAfter = ({ sent, received }: ComparedRequest, windows: number): Interval =>
    later({ from: edgeBefore(model, sent), to: edgeBefore(model, received) }, windows * windowMs);
  switch (model.algorithm) {
    case 'bucket':
      return bucket(input, windowMs / limit, slackMs);
    case 'rolling window':
      return {
        use: countedSince(input, (at) => at - windowMs, slackMs),
        resets: (event) => [later(newest(input, event), windowMs), later(oldest(input, event, windowMs), windowMs)],
      };
    case 'window on the clock':
      return { use: countedSince(input, (at) => edgeBefore(model, at)), resets: (event) => [edgeAfter(event, 1)] };
    case 'window from the first request':
      return windowsFromFirst(model, input);
    case 'weighted counter':
      // Reset may name the end of the next window (window-two-cells).
      return { use: weighted(model, input), resets: (event) => [edgeAfter(event, 1), edgeAfter(event, 2)] };
  }
}

/** When the last request was decided that counts at an event. */
function newest({ certain, possible }: ModelInput, event: ComparedRequest): Interval {
  if (event.admitted) return decided(event);
  return {
    from: certain.sent[event.drawn.from - 1] ?? event.sent,
    to: possible.received[event.drawn.to - 1] ?? event.received,
  };
}

/** When the first request was decided that has not left the window. */
function oldest({ certain, possible }: ModelInput, { sent, received }: ComparedRequest, windowMs: number): Interval {
  const from = possible.sent[countBefore(possible.received, sent - windowMs)] ?? sent;
  const to = certain.received[countBefore(certain.sent, received - windowMs)] ?? received;
  return { from: Math.min(from, received), to: Math.min(to, received) };
}

const edgeBefore = ({ edge, windowMs }: LimiterModel, at: number): number =>
  edge + Math.floor((at - edge) / windowMs) * windowMs;

/** Counts the requests since a moment that depends on the moment of the decision: at the earliest and at the latest one. */
function countedSince(input: ModelInput, since: (at: number) => number, slackMs = 0): UsageAt {
  return (event) => {
    const [early, late] = [since(event.sent), since(event.received)];
    return {
      from: certainSince(input, event, Math.max(early, late) + slackMs),
      to: possibleSince(input, event, Math.min(early, late) - slackMs),
    };
  };
}

/** The requests that were decided before this one, and not before `at`: certainly, and possibly. */
const certainSince = ({ certain }: ModelInput, { drawn }: ComparedRequest, at: number): number =>
  Math.max(0, drawn.from - countBefore(certain.sent, at));
const possibleSince = ({ possible }: ModelInput, { drawn }: ComparedRequest, at: number): number =>
  Math.max(0, drawn.to - countBefore(possible.received, at));

/** Each window opens with the first request after the end of the one before. */
function windowsFromFirst({ windowMs }: LimiterModel, input: ModelInput): LimiterBounds {
  const begins: Interval[] = [{ from: input.first.sent, to: input.first.received }];
  const { sent, received } = input.possible;
  for (const [index, at] of sent.entries()) {
    const { from } = begins.at(-1) ?? { from: at };
    if (at >= from + windowMs) begins.push({ from: at, to: Math.max(at, received[index] ?? at) });
  }
  const current = (at: number, edge: 'from' | 'to') =>
    begins.findLast((begin) => begin[edge] <= at) ?? begins[0] ?? { from: at, to: at };
  const use: UsageAt = (event) => {
    const [early, late] = [current(event.sent, 'to'), current(event.received, 'from')];
    const maybeOver = event.received >= late.from + windowMs;
    const surelyOver = event.sent >= early.to + windowMs;
    return {
      from: maybeOver ? 0 : certainSince(input, event, late.from),
      to: surelyOver ? 0 : possibleSince(input, event, early.from),
    };
  };
  const begin = (event: ComparedRequest): Interval => ({
    from: Math.min(current(event.sent, 'to').from, event.sent),
    to: Math.min(current(event.received, 'from').to, event.received),
  });
  return { use, resets: (event) => [later(begin(event), windowMs)] };
}

/** Counts the requests of this window, and those of the previous one by the share of it that a rolling window still covers. */
function weighted(model: LimiterModel, input: ModelInput): UsageAt {
  const { windowMs } = model;
  const usedAt = (moment: number, since: typeof certainSince, event: ComparedRequest) => {
    const edge = edgeBefore(model, moment);
    const current = since(input, event, edge);
    const before = Math.max(0, since(input, event, edge - windowMs) - current);
    return current + before * (1 - (moment - edge) / windowMs);
  };
  return (event) => ({
    from: Math.min(usedAt(event.sent, certainSince, event), usedAt(event.received, certainSince, event)),
    to: Math.max(usedAt(event.sent, possibleSince, event), usedAt(event.received, possibleSince, event)),
  });
}

/** Each request adds one; what is in use falls by one in `slotMs`, evenly or in steps. */
function bucket({ certain, possible }: ModelInput, slotMs: number, slackMs: number): LimiterBounds {
  const level = (moments: Float64Array, count: number, at: number): number => {
    let used = 0;
    let last = -Infinity;
    for (let index = 0; index < count; index += 1) {
      const moment = Math.min(moments[index] ?? at, at);
      used = Math.max(0, used - (moment - last) / slotMs) + 1;
      last = moment;
    }
    return Math.max(0, used - (at - last) / slotMs);
  };
  const use: UsageAt = (event) => ({
    from: Math.max(0, level(certain.sent, event.drawn.from, event.received) - slackMs / slotMs),
    to: level(possible.received, event.drawn.to, event.sent) + slackMs / slotMs,
  });
  const resets = (event: ComparedRequest): Interval[] => {
    const { from, to } = use(event);
    const drawsItself = event.admitted ? 1 : 0;
    return [
      // When it is full. Of a count of whole tokens, up to a slot later (tower_governor with a Reset of Remaining).
      { from: event.sent + (from + drawsItself) * slotMs, to: event.received + (to + drawsItself + 1) * slotMs },
      // The next step (bucket-next-step).
      { from: event.sent, to: event.received + slotMs },
    ];
  };
  return { use, resets };
}
