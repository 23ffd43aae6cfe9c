/** Numbers in a row: adds to the first k of them and asks for the greatest of the first k, each in O(log n). */
export interface PrefixTree {
  /** Adds to the numbers 0 … `last`. */
  readonly add: (last: number, value: number) => void;
  /** The greatest of the numbers 0 … `last`. */
  readonly max: (last: number) => number;
}

export function prefixTree(values: Float64Array): PrefixTree {
  let size = 1;
  while (size < values.length) size *= 2;
  // The greatest of a node's numbers, without what was added to the nodes above it.
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

  /** Visits the nodes that together make up 0 … `last`, from the left; ends at the last of them. */
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
