import { didYouMean } from '../../config/did-you-mean.ts';
import { UsageError } from '../../run/errors.ts';

export type Problems = ReturnType<typeof collectProblems>;

/** The problems of a command line, which are reported all at once. */
export function collectProblems() {
  const problems: string[] = [];
  let isRead = true;
  const add = (problem: string): undefined => {
    if (!problems.includes(problem)) problems.push(problem);
  };
  return {
    add,
    /** Adds a problem about a missing value, unless the configuration that may contain it could not be read. */
    missing: (problem: string): undefined => (isRead ? add(problem) : undefined),
    /** Records that the configuration, or the target in it, could not be read: missing values may be there. */
    unread: () => {
      isRead = false;
    },
    all: (): readonly string[] => problems,
    check: () => {
      if (problems.length > 0) throw new UsageError(problems);
    },
  };
}

/** One of the known words. Adds a problem for another one. */
export function oneOf<T extends string>(
  text: string,
  option: string,
  known: readonly T[],
  problems: Problems,
): T | undefined {
  const found = known.find((word) => word === text);
  return (
    found ??
    problems.add(`${option}: ${JSON.stringify(text)} is not one of ${known.join(', ')}${didYouMean(text, known)}`)
  );
}
