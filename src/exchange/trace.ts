import type { Exchange } from './records/exchange-record.ts';
import type { End, EndReason, Head, Skip, Wait } from './records/run-record.ts';

export interface Trace {
  readonly head: Head;
  /** Exchanges of the client. Those of k6 are apart (journal/load.ts), because limits are judged separately. */
  readonly exchanges: readonly Exchange[];
  readonly skips: readonly Skip[];
  readonly waits: readonly Wait[];
}

/** A finished run. Without `end`, the recorder did not finish, and missing evidence must not pass. */
export interface EndedTrace extends Trace {
  readonly end: End | null;
}

/** The `phase` of requests of a confirmation attempt. */
export const CONFIRMATION = 'confirmation';

export const isConfirmation = ({ phase }: Exchange): boolean => phase === CONFIRMATION;

/** Milliseconds between two moments: what a restart or one failure of a gateway explains is over by then. */
export const APART_MS = 2_000;

/** What shows a violation from another side: a read of this path, a get of an animal of the last list, or many simultaneous requests. */
export type Witness = `/pets${string}` | 'listed' | 'volley';

/** The requests that decide what is open, to be sent again. */
export interface Confirmation {
  /** Requests whose answer showed a violation that something else may explain. */
  readonly violated: readonly Exchange[];
  readonly early: readonly Exchange[];
  readonly witnesses: readonly Witness[];
  /** The earliest moment, in milliseconds since 1970. */
  readonly due: number;
}

/** The abort reason of `--max-duration`. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError' as const;
}

/** The abort reason of a journal that cannot be written. It gets no closing record, so the run is cut off. */
export class UnwrittenError extends Error {
  override readonly name = 'UnwrittenError' as const;
}

export const endRecord = (at: number, reason: EndReason): End => ({
  v: 1,
  kind: 'end',
  at,
  finishedAt: new Date(at).toISOString(),
  reason,
});

/** Why a signal was aborted: `--max-duration`, else Ctrl-C. */
export function stopOf(reason: unknown): Extract<EndReason, 'interrupted' | 'time-budget'> {
  return reason instanceof OutOfTimeError ? 'time-budget' : 'interrupted';
}
