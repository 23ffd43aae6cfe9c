import { EXIT } from '../text/exit-codes.ts';

/** Problems that end a command, for the user to fix. Exit 2; exit 3 for keys, the ledger, and after the first request. */
export class CommandError extends Error {
  override readonly name = 'CommandError' as const;
  readonly problems: readonly string[];
  readonly exitCode: number;
  constructor(problems: readonly string[], exitCode: number = EXIT.usage) {
    super(problems.join('\n'));
    this.problems = problems;
    this.exitCode = exitCode;
  }
}
