import type { EndReason } from './records/run-record.ts';

/** Why a run stopped early. */
export const STOPPED = {
  interrupted: 'the run was interrupted',
  'time-budget': 'the time limit of the run (--max-duration) was reached',
} as const satisfies Partial<Record<EndReason, string>>;

/** The abort reason of `--max-duration`. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError' as const;
}

/** Why a signal was aborted: `--max-duration`, else Ctrl-C. */
export function stopOf(reason: unknown): keyof typeof STOPPED {
  return reason instanceof OutOfTimeError ? 'time-budget' : 'interrupted';
}
