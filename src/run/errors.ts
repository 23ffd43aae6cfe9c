import { EXIT } from '../text/exit-codes.ts';

/** Problems that end a command, for the user to fix. Exit 2; exit 3 for keys in use, the ledger, and after the first request. */
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

export type Problems = ReturnType<typeof collectProblems>;

/** Collects the problems of a command line. `throwIfAny` reports all of them in one CommandError. */
export function collectProblems() {
  const problems = new Set<string>();
  return {
    add: (problem: string): undefined => void problems.add(problem),
    all: (): readonly string[] => [...problems],
    throwIfAny: () => {
      if (problems.size > 0) throw new CommandError([...problems]);
    },
  };
}
