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
  const refilled = (at: number): number => (at - origin) * perMillisecond;
  const ends = Float64Array.from(sorted, ({ received }) => received);
  const places = Uint32Array.from(sorted, (_reading, place) => place);
  const mostWith = suffixMaximum(sorted.length);
  let best = { value: -Infinity, to: 0 };
  for (const place of places.sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0))) {
    const { sent = 0, received = 0 } = sorted[place] ?? {};
    const value = mostWith(place, refilled(sent)) - refilled(received);
    if (value > best.value) best = { value, to: received };
  }
  const { count, from } = fullestUntil(sorted, best.to, perMillisecond);
  return { count, from, to: best.to, above: readings.length === 0 ? 0 : best.value };
}

/** The span that ends at `to` and lies furthest above the rate. */
function fullestUntil(sorted: readonly Reading[], to: number, perMillisecond: number): Omit<Crowd, 'to'> {
  let count = 0;
  let best = { value: -Infinity, count: 0, from: 0 };
  for (const { sent, received } of sorted.toReversed()) {
    if (received > to) continue;
    count += 1;
    const value = count - (to - sent) * perMillisecond;
    if (value > best.value) best = { value, count, from: sent };
  }
  return best;
}

/**
 * Returns a function that adds an item at a place from 0 to `length` − 1, and returns the greatest sum of an item's height and
 * the number of items from its place on. A tree: O(log n) each.
 */
function suffixMaximum(length: number): (place: number, height: number) => number {
  let size = 1;
  while (size < length) size *= 2;
  // Of the places below each node; node 1 is the root, and the leaves follow `size`.
  const counts = new Uint32Array(2 * size);
  const greatest = new Float64Array(2 * size).fill(-Infinity);
  return (place, height) => {
    counts[size + place] = 1;
    greatest[size + place] = height + 1;
    for (let node = (size + place) >> 1; node > 0; node >>= 1) {
      const [left, right] = [2 * node, 2 * node + 1];
      counts[node] = (counts[left] ?? 0) + (counts[right] ?? 0);
      greatest[node] = Math.max((greatest[left] ?? 0) + (counts[right] ?? 0), greatest[right] ?? 0);
    }
    return greatest[1] ?? 0;
  };
}
