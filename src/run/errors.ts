import { EXIT } from '../text/exit-codes.ts';

/** Problems that only the user can fix: in the command line, the configuration, or a file that cannot be read or written (exit 2); of keys and the ledger, or after the first request of a run, exit 3. */
export class UsageError extends Error {
  override readonly name = 'UsageError' as const;
  readonly problems: readonly string[];
  readonly exitCode: number;
  constructor(problems: readonly string[], exitCode: number = EXIT.usage) {
    super(problems.join('\n'));
    this.problems = problems;
    this.exitCode = exitCode;
  }
}
