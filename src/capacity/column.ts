/** Numbers without an object each; grows as they come. */
export interface Column {
  readonly push: (value: number) => void;
  /** A copy of what was pushed. */
  readonly values: () => Float64Array;
}

export function column(): Column {
  let room = new Float64Array(1_024);
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
    values: () => room.slice(0, used),
  };
}
