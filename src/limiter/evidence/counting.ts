import type { Reading } from './reading.ts';

/** The number of requests that were certainly decided between two moments of our clock. */
export interface Crowd {
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

const NOBODY: Crowd = { count: 0, from: 0, to: 0 };

export const bySent = (a: Reading, b: Reading): number => a.sent - b.sent;

/** The most requests that certainly fell into one span of `milliseconds`: sent and received inside. O(n log n). */
export function mostWithin(readings: readonly Reading[], milliseconds: number): Crowd {
  const sorted = readings.toSorted(bySent);
  const ends = Float64Array.from(sorted, ({ received }) => received).sort();
  const tree = new Int32Array(ends.length + 1);
  let most = NOBODY;
  for (const { sent, received } of sorted.reverse()) {
    for (let node = upTo(ends, received); node < tree.length; node += node & -node) tree[node] = (tree[node] ?? 0) + 1;
    let count = 0;
    for (let node = upTo(ends, sent + milliseconds); node > 0; node -= node & -node) count += tree[node] ?? 0;
    if (count > most.count) most = { count, from: sent, to: sent + milliseconds };
  }
  return most;
}

/** The number of sorted values that are at most `value`. */
function upTo(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The span in which the certain count is furthest above the refill of `perMillisecond`, over all spans of any length:
 * max over a ≤ b of #{sent ≥ a, received ≤ b} − (b − a) · perMillisecond. O(n log n).
 */
export function mostAboveRate(
  readings: readonly Reading[],
  perMillisecond: number,
): Crowd & { readonly above: number } {
  const sorted = readings.toSorted(bySent);
  const origin = sorted[0]?.sent ?? 0;
  // Filled one by one, without a temporary list of a million.
  const [starts, ends] = [new Float64Array(sorted.length), new Float64Array(sorted.length)];
  const places = new Uint32Array(sorted.length);
  for (const [place, { sent, received }] of sorted.entries()) {
    starts[place] = (sent - origin) * perMillisecond;
    ends[place] = received;
    places[place] = place;
  }
  const tree = prefixTree(starts);
  const at = (place: number): number => ends[place] ?? 0;
  let best = { value: -Infinity, place: 0, at: 0 };
  for (const place of places.sort((a, b) => at(a) - at(b))) {
    tree.add(place, 1);
    const value = tree.max(place) - (at(place) - origin) * perMillisecond;
    if (value > best.value) best = { value, place, at: at(place) };
  }
  const from = spanStart(sorted, best.at, best.place, perMillisecond);
  const count = sorted.reduce((sum, { sent, received }) => sum + (sent >= from && received <= best.at ? 1 : 0), 0);
  return { count, from, to: best.at, above: readings.length === 0 ? 0 : best.value };
}

function spanStart(sorted: readonly Reading[], to: number, last: number, perMillisecond: number): number {
  let count = 0;
  let best = { value: -Infinity, from: 0 };
  for (let place = sorted.length - 1; place >= 0; place -= 1) {
    const { sent, received } = sorted[place] ?? { sent: Infinity, received: Infinity };
    if (received <= to) count += 1;
    const value = count - (to - sent) * perMillisecond;
    if (place <= last && value > best.value) best = { value, from: sent };
  }
  return best.from;
}

/** Adds to the first k of a row of numbers, and returns the greatest of the first k, each in O(log n). */
interface PrefixTree {
  /** Adds to the numbers 0 … `last`. */
  readonly add: (last: number, value: number) => void;
  /** The greatest of the numbers 0 … `last`. */
  readonly max: (last: number) => number;
}

function prefixTree(values: Float64Array): PrefixTree {
  let size = 1;
  while (size < values.length) size *= 2;
  // The greatest of a node's numbers, without additions to the nodes above it.
  const greatest = new Float64Array(2 * size).fill(-Infinity);
  const added = new Float64Array(2 * size);
  const raise = (node: number, value: number) => {
    added[node] = (added[node] ?? 0) + value;
    greatest[node] = (greatest[node] ?? 0) + value;
  };
  const gather = (node: number) => {
    greatest[node] = Math.max(greatest[2 * node] ?? 0, greatest[2 * node + 1] ?? 0) + (added[node] ?? 0);
  };
  greatest.set(values, size);
  for (let node = size - 1; node > 0; node -= 1) gather(node);

  /** Visits the nodes that together cover 0 … `last`, from the left; ends at the last of them. */
  const walk = (last: number, whole: (node: number) => void, passed: (node: number) => void): number => {
    let node = 1;
    let [low, high] = [0, size - 1];
    while (high > last) {
      passed(node);
      const middle = (low + high) >>> 1;
      if (last > middle) {
        whole(2 * node);
        node = 2 * node + 1;
        low = middle + 1;
      } else {
        node = 2 * node;
        high = middle;
      }
    }
    whole(node);
    return node;
  };

  return {
    add: (last, value) => {
      const end = walk(
        last,
        (node) => raise(node, value),
        () => undefined,
      );
      for (let node = end >> 1; node > 0; node >>= 1) gather(node);
    },
    max: (last) => {
      let [above, best] = [0, -Infinity];
      walk(
        last,
        (node) => {
          best = Math.max(best, above + (greatest[node] ?? 0));
        },
        (node) => {
          above += added[node] ?? 0;
        },
      );
      return best;
    },
  };
}
