import { UsageError } from '../../run/lifecycle/refusal.ts';

export { didYouMean } from '../../config/did-you-mean.ts';
export { RefusedError, UsageError } from '../../run/lifecycle/refusal.ts';

export interface Problems {
  add(problem: string): undefined;
  /** Adds a problem about a missing value, unless the configuration that may contain it could not be read. */
  missing(problem: string): undefined;
  /** Records that the configuration, or the target in it, could not be read: missing values may be there. */
  unread(): void;
  readonly all: () => readonly string[];
  /** Throws a UsageError if there is a problem. */
  check(): void;
}

export function collectProblems(): Problems {
  const problems: string[] = [];
  let isRead = true;
  const add = (problem: string): undefined => {
    if (!problems.includes(problem)) problems.push(problem);
  };
  return {
    add,
    missing: (problem) => (isRead ? add(problem) : undefined),
    unread: () => {
      isRead = false;
    },
    all: () => problems,
    check: () => {
      if (problems.length > 0) throw new UsageError(problems);
    },
  };
}
