/** Longer texts are not typing errors, and comparing them takes time. */
const LONGEST = 64;

/** The candidate nearest to what was typed, where it is near enough to be meant. */
export function didYouMean(typed: string, candidates: readonly string[]): string {
  if (typed.length > LONGEST) return '';
  const scored = candidates
    .map((candidate) => ({ candidate, distance: editDistance(typed.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = scored;
  return best !== undefined && best.distance <= Math.max(2, typed.length / 3)
    ? ` (did you mean ${best.candidate}?)`
    : '';
}

/** Levenshtein. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, char] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (char === other ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
