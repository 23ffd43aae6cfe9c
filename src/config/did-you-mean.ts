/** Longer texts are not typing errors, and comparing them takes time. */
const LONGEST = 64;
/** Who has so many names does not find one by its spelling, and comparing them all takes time. */
const MOST = 500;

/** The candidate nearest to what was typed, where it is near enough to be meant. */
export function didYouMean(typed: string, candidates: readonly string[]): string {
  if (typed.length > LONGEST || candidates.length > MOST) return '';
  const farthest = Math.max(2, typed.length / 3);
  const lowered = typed.toLowerCase();
  const [best] = candidates
    .filter(({ length }) => Math.abs(length - typed.length) <= farthest)
    .map((candidate) => ({ candidate, distance: editDistance(lowered, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= farthest ? ` (did you mean ${best.candidate}?)` : '';
}

/** Levenshtein's, in one row that is overwritten from left to right. */
function editDistance(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    let diagonal = i;
    let left = i + 1;
    row[0] = left;
    for (let j = 0; j < b.length; j += 1) {
      const above = row[j + 1] ?? 0;
      left = Math.min(above + 1, left + 1, diagonal + (a[i] === b[j] ? 0 : 1));
      row[j + 1] = left;
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
}
