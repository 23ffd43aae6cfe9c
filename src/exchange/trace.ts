import type { Exchange } from './records/exchange-record.ts';
import type { End, EndReason, Head, Skip } from './records/run-record.ts';

/** A run, also while it is sent, as probes, expectations and laws read it. */
export interface Trace {
  readonly head: Head;
  /** Exchanges of the client. Those of k6 are apart (journal/load.ts), because limits are judged separately. */
  readonly exchanges: readonly Exchange[];
}

/** A finished run. Without `end`, the recorder did not finish, and missing evidence must not pass. */
export interface EndedTrace extends Trace {
  readonly skips: readonly Skip[];
  readonly end: End | null;
}

/** The `phase` of requests of a confirmation attempt. */
export const CONFIRMATION = 'confirmation';

export const isConfirmation = ({ phase }: Exchange): boolean => phase === CONFIRMATION;

/** Begins the names of the probes of an exploration. */
export const EXPLORE = 'explore.';

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

/** The abort reason of `--max-duration`, and of a journal that cannot be written. Ctrl-C gives none. */
export type AbortReason = 'time-budget' | 'cut-off';

/** Why a signal was aborted. */
export const abortReasonOf = ({ reason }: { readonly reason: unknown }): AbortReason | 'interrupted' =>
  reason === 'time-budget' || reason === 'cut-off' ? reason : 'interrupted';

/** The closing record. A journal that cannot be written gets none, so the run is cut off. */
export const endRecord = (at: number, reason: EndReason | AbortReason): End | null =>
  reason === 'cut-off' ? null : { v: 1, kind: 'end', at, finishedAt: new Date(at).toISOString(), reason };
