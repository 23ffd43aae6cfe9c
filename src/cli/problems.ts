/** What is wrong with a call: every problem at once, each naming the place and the way out. Exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError' as const;
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export interface Problems {
  add(problem: string): undefined;
  /** Throws where there is any. */
  check(): void;
}

export function collectProblems(): Problems {
  const problems: string[] = [];
  return {
    add: (problem) => {
      if (!problems.includes(problem)) problems.push(problem);
      return undefined;
    },
    check: () => {
      if (problems.length > 0) throw new UsageError(problems);
    },
  };
}

/** The candidate nearest to what was typed, where it is near enough to be meant. */
export function didYouMean(typed: string, candidates: readonly string[]): string {
  const scored = candidates
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate) }))
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
