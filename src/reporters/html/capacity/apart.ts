/** Units between two lines of words. */
const LINE = 14;

/** Heights at which words can be read that belong to these: the order is kept, from below (the first) to above. */
export function apart(heights: readonly number[]): number[] {
  const placed: number[] = [];
  for (const height of heights) placed.push(Math.min(height, (placed.at(-1) ?? Number.POSITIVE_INFINITY) - LINE));
  return placed;
}
