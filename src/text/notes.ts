import { ENDS } from './reasons.ts';
import { type Params, type Values, worded } from './template.ts';

/** Every warning and note about a run by its code. */
export const NOTES = {
  partial: 'partial run (--only or --skip): a must was not tested, so this run cannot pass',
  clock:
    "the server's clock is {seconds} s {direction} this machine's, so one of them is wrong (Reset is compared with the server's Date)",
  removal: 'GET {path} will be removed in {days:count day}, on 5 December 2030',
  'cut-off': ENDS['cut-off'],
  'key-set-up': '{mistake}. {fix}',
  k6: 'k6 ({script}): {problem}',
  window:
    'this run assumed a window of {seconds} s (--window). If this deployment has another window, set it and run again',
} as const satisfies Readonly<Record<string, string>>;

export type NoteCode = keyof typeof NOTES;

export function note<Code extends NoteCode>(code: Code, values: Params<(typeof NOTES)[Code]> & Values) {
  return { code, ...worded({ message: NOTES[code] }, values) };
}
