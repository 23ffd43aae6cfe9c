/** The exit codes of every command. */
export const EXIT = { passed: 0, failed: 1, usage: 2, incomplete: 3, error: 4, interrupted: 130 } as const;

/** What each means: `short` in a few words, after the number; `help` as `--help` explains it. */
export const EXIT_MEANINGS = [
  { code: EXIT.passed, short: 'passed', help: 'passed' },
  {
    code: EXIT.failed,
    short: 'failed',
    help: 'failed: the service violates a must (or what --fail-on should or drift adds), or a waiver of a must is expired, unused or for another finding',
  },
  {
    code: EXIT.usage,
    short: 'usage or configuration',
    help: 'usage or configuration error: every problem is listed, nothing was sent',
  },
  {
    code: EXIT.incomplete,
    short: 'incomplete',
    help: 'incomplete: unreachable or another set-up mistake (wrong key, /v1 missing), a must without enough evidence, a partial run, nothing ran, or a report or journal that could not be written after the first request',
  },
  { code: EXIT.error, short: 'internal error', help: 'internal error of storecheck' },
  {
    code: EXIT.interrupted,
    short: 'interrupted',
    help: 'interrupted: storecheck judges and reports what it recorded',
  },
] as const;

/** What `capacity` means by them. */
export const CAPACITY_EXITS = `capacity: ${EXIT.passed} fits, ${EXIT.failed} does not fit, ${EXIT.incomplete} not proven`;
