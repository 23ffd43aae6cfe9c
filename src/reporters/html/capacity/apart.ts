/** Minimum distance between two labels. */
const LINE = 14;

/** Moves labels apart so that they are readable, in the same order from bottom to top. */
export function apart(heights: readonly number[]): number[] {
  const placed: number[] = [];
  for (const height of heights) placed.push(Math.min(height, (placed.at(-1) ?? Number.POSITIVE_INFINITY) - LINE));
  return placed;
}
