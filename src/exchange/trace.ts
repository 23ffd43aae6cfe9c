import type { Exchange } from './records/exchange-record.ts';
import type { End, EndReason, Head, Skip } from './records/run-record.ts';

/** A run as probes, expectations and laws read it, complete or still being sent. */
export interface Trace {
  readonly head: Head;
  /** Exchanges of the client. Those of k6 are in `RunTrace` (journal/load.ts), because limits are judged separately. */
  readonly exchanges: readonly Exchange[];
}

/** A finished run. Without `end`, the recorder did not finish, and missing evidence must not pass. */
export interface EndedTrace extends Trace {
  readonly skips: readonly Skip[];
  readonly end: End | null;
}

/** The `phase` of the requests of a confirmation attempt. */
export const CONFIRMATION = 'confirmation';

export const isConfirmation = ({ phase }: Exchange): boolean => phase === CONFIRMATION;

/** The start of the names of generated probes (`--depth thorough`). */
export const EXPLORE = 'explore.';

/**
 * Two violations at least this many milliseconds apart count: one failure of a gateway, or the restart of one node, does not explain both.
 * A confirmation attempt repeats a request that came too early after this time, and a violating one after `RESTART_MS` (client/ask.ts).
 */
export const APART_MS = 2_000;

/** A request that shows a violation in another way: a read of this path, a get of an animal of the last list, or a volley of requests. */
export type Witness = `/pets${string}` | 'listed' | 'volley';

/** The requests of a confirmation attempt. */
export interface Confirmation {
  /** Requests whose response showed a violation with another possible explanation. */
  readonly violated: readonly Exchange[];
  readonly early: readonly Exchange[];
  readonly witnesses: readonly Witness[];
  /** The earliest moment, in milliseconds since 1970. */
  readonly due: number;
}

/** The abort reason of `--max-duration`, and of a journal that cannot be written. */
export type AbortReason = 'time-budget' | 'cut-off';

/** Why a signal was aborted: Ctrl-C, which gives no reason, is `interrupted`. */
export const abortReasonOf = ({ reason }: { readonly reason: unknown }): AbortReason | 'interrupted' =>
  reason === 'time-budget' || reason === 'cut-off' ? reason : 'interrupted';

/** The closing record. A journal that cannot be written gets none, so the run is cut off. */
export const endRecord = (at: number, reason: EndReason | AbortReason): End | null =>
  reason === 'cut-off' ? null : { v: 1, kind: 'end', at, finishedAt: new Date(at).toISOString(), reason };
