/** Every problem of a command line or configuration, with its place and its fix. Exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError' as const;
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** A run that did not start, and why. Exit 3. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError' as const;
}
