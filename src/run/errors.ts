/** Problems that only the user can fix: in the command line, the configuration, or a file that cannot be read or written. Exit 2, or 3 after the first request of a run. */
export class UsageError extends Error {
  override readonly name = 'UsageError' as const;
  readonly problems: readonly string[];
  readonly hasBegun: boolean;
  constructor(problems: readonly string[], hasBegun = false) {
    super(problems.join('\n'));
    this.problems = problems;
    this.hasBegun = hasBegun;
  }
}
