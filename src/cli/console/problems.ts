import { UsageError } from '../../run/lifecycle/refusal.ts';

export { didYouMean } from '../../config/did-you-mean.ts';
export { RefusedError, UsageError } from '../../run/lifecycle/refusal.ts';

export interface Problems {
  add(problem: string): undefined;
  /** Something was not stated: said only where everything that could have stated it was read. */
  missing(problem: string): undefined;
  /** The configuration, or the target in it, could not be read: what is missing may stand there. */
  unread(): void;
  readonly all: () => readonly string[];
  /** Throws where there is any. */
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
