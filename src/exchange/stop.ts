import type { EndReason } from './records/run-record.ts';

/** The abort reason of `--max-duration`. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError' as const;
}

/** Why a signal was aborted: `--max-duration`, else Ctrl-C. */
export function stopOf(reason: unknown): Extract<EndReason, 'interrupted' | 'time-budget'> {
  return reason instanceof OutOfTimeError ? 'time-budget' : 'interrupted';
}
