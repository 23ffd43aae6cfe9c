import type { EndReason } from './records/run-record.ts';

/** Why a run was asked to end before it was done, in words. */
export const STOPPED = {
  interrupted: 'the run was interrupted',
  'time-budget': 'the time limit of the run (--max-duration) was reached',
} as const satisfies Partial<Record<EndReason, string>>;

/** The reason of a signal that ends a run because its time is over. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError' as const;
}

/** Reads the reason of a signal that ends a run: what is not about time was somebody's Ctrl-C. */
export function stopOf(reason: unknown): keyof typeof STOPPED {
  return reason instanceof OutOfTimeError ? 'time-budget' : 'interrupted';
}
