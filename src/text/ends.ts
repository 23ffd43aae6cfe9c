/** Why a run ended early, by the reason in its closing record. */
export const ENDS = {
  'set-up': 'the run stopped at a set-up mistake',
  'rate-limited':
    'the run stopped at an unexpected 429 that remained after waiting, or with a Retry-After longer than a window',
  unanswered: 'the run stopped because too many requests got no response',
  'request-budget': 'the run stopped at its request limit (--max-requests)',
  'time-budget': 'the run stopped at its time limit (--max-duration)',
  interrupted: 'the run was interrupted',
  'cut-off': 'the run was cut off: its journal has no closing record',
} as const satisfies Readonly<Record<string, string>>;

/** The sentence of a reason: a file of another version may hold one that this version does not know. */
export const endSentence = (reason: string): string =>
  Object.entries(ENDS).find(([known]) => known === reason)?.[1] ?? `the run ended early: ${reason}`;
