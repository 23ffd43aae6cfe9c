import { fill } from './template.ts';

/** Why a run ended early, by the reason in its closing record. */
export const ENDS = {
  'set-up': 'the run stopped at a set-up mistake',
  'rate-limited':
    'the run stopped at an unexpected 429 that remained after waiting, or with a Retry-After longer than a window',
  unanswered: 'the run stopped because too many requests got no response',
  'request-budget': 'the run stopped at its limit of {most:count request} (raise it with --max-requests)',
  'time-budget': 'the run stopped at its time limit (--max-duration)',
  interrupted: 'the run was interrupted',
  'cut-off': 'the run was cut off: its journal has no closing record',
} as const satisfies Readonly<Record<string, string>>;

/** The sentence of the end of a run that sent these requests: a file of another version may hold a reason that this version does not know. */
export function endSentence(reason: string, sent: number): string {
  const sentence = Object.entries(ENDS).find(([known]) => known === reason)?.[1] ?? `the run ended early: ${reason}`;
  return fill(sentence, { most: sent });
}
