export const EXIT = { passed: 0, failed: 1, usage: 2, incomplete: 3, error: 4, interrupted: 130 } as const;

/** What each means, as `--help` explains it. */
export const EXIT_MEANINGS = [
  { code: EXIT.passed, help: 'passed' },
  { code: EXIT.failed, help: 'failed: the service violates the specification' },
  { code: EXIT.usage, help: 'usage or configuration error; nothing was sent' },
  { code: EXIT.incomplete, help: 'incomplete: not enough evidence for a verdict, e.g. wrong key or unreachable' },
  { code: EXIT.error, help: 'internal error of storecheck' },
  { code: EXIT.interrupted, help: 'interrupted' },
] as const;

export const CAPACITY_EXITS = `capacity: ${EXIT.passed} fits, ${EXIT.failed} does not fit, ${EXIT.incomplete} not proven`;
