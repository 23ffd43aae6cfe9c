/** Growable Float64Array for journal columns: a million numbers take 8 MB. */
export function column() {
  let room = new Float64Array(256);
  let used = 0;
  return {
    push: (value: number): void => {
      if (used === room.length) {
        const larger = new Float64Array(2 * used);
        larger.set(room);
        room = larger;
      }
      room[used] = value;
      used += 1;
    },
    /** A copy of the numbers. */
    values: (): Float64Array => room.slice(0, used),
  };
}
