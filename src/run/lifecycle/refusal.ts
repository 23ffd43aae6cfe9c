/** What is wrong with a call: every problem at once, each naming the place and the way out. Exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError' as const;
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** A run that was not begun, and why. Exit 3. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError' as const;
}
