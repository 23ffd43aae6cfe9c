/** Growable Float64Array for journal columns: a million numbers take 8 MB. */
export interface Column {
  readonly push: (value: number) => void;
  /** NaN outside the column. */
  readonly at: (index: number) => number;
  readonly length: () => number;
  /** A copy of the numbers. */
  readonly values: () => Float64Array;
}

export function column(): Column {
  let room = new Float64Array(256);
  let used = 0;
  return {
    push: (value) => {
      if (used === room.length) {
        const larger = new Float64Array(2 * used);
        larger.set(room);
        room = larger;
      }
      room[used] = value;
      used += 1;
    },
    at: (index) => (index < used ? (room[index] ?? Number.NaN) : Number.NaN),
    length: () => used,
    values: () => room.slice(0, used),
  };
}
