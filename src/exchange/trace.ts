import type { Load } from './journal/load.ts';
import type { Exchange } from './records/exchange-record.ts';
import { ofKind } from './records/journal-record.ts';
import type { LoadEnd } from './records/load-record.ts';
import type { End, EndReason, Head, Skip, Wait } from './records/run-record.ts';

export interface Trace {
  readonly head: Head;
  /** Exchanges of the client. Those of k6 are in `load`, because limits are judged separately. */
  readonly exchanges: readonly Exchange[];
  readonly skips: readonly Skip[];
  readonly waits: readonly Wait[];
  /** The records of k6; absent if it was not started. */
  readonly load?: Load;
}

/** A finished run. Without `end`, the recorder did not finish, and missing evidence must not pass. */
export interface EndedTrace extends Trace {
  readonly end: End | null;
}

/** All exchanges, of the client and then of k6; can be iterated repeatedly. */
export function exchangesOf({ exchanges, load }: Trace): Iterable<Exchange> {
  return {
    *[Symbol.iterator]() {
      yield* exchanges;
      if (load !== undefined) yield* load.exchanges();
    },
  };
}

export const loadEnds = ({ load }: Trace): LoadEnd[] => ofKind(load?.notes ?? [], 'load-end');

/** The `phase` of requests of a confirmation attempt. */
export const CONFIRMATION = 'confirmation';

/** Milliseconds between two moments: what a restart or one failure of a gateway explains is over by then. */
export const APART_MS = 2_000;

export const isConfirmation = ({ phase }: Exchange): boolean => phase === CONFIRMATION;

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
