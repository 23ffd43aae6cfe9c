/** The exit codes of every command. */
export const EXIT = { passed: 0, failed: 1, usage: 2, incomplete: 3, error: 4, interrupted: 130 } as const;

/** What each means: `short` in a few words, after the number; `help` as `--help` explains it. */
export const EXIT_MEANINGS = [
  { code: EXIT.passed, short: 'passed', help: 'passed' },
  { code: EXIT.failed, short: 'failed', help: 'failed: the service violates the specification' },
  { code: EXIT.usage, short: 'usage or configuration', help: 'usage or configuration error; nothing was sent' },
  {
    code: EXIT.incomplete,
    short: 'incomplete',
    help: 'incomplete: not enough evidence for a verdict, e.g. wrong key or unreachable',
  },
  { code: EXIT.error, short: 'internal error', help: 'internal error of storecheck' },
  { code: EXIT.interrupted, short: 'interrupted', help: 'interrupted' },
] as const;

/** What `capacity` means by them. */
export const CAPACITY_EXITS = `capacity: ${EXIT.passed} fits, ${EXIT.failed} does not fit, ${EXIT.incomplete} not proven`;
