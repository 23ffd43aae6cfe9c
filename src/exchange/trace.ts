import { type Answered, isAnswered } from './exchange.ts';
import type { Exchange } from './records/exchange-record.ts';
import type { End, EndReason, Head, Skip } from './records/run-record.ts';

/** A run as probes, expectations and laws read it, complete or still being sent. */
export interface Trace {
  readonly head: Head;
  /** Exchanges of the client. Those of k6 are in `RunTrace` (journal/k6-records.ts), because limits are judged separately. */
  readonly exchanges: readonly Exchange[];
}

/** What is left of the request budget of a check. The requests of k6 are subtracted before the check begins. */
export const requestsLeft = ({ head: { settings }, exchanges }: Trace): number =>
  settings.maxRequests - exchanges.length;

/** The response to the last request of a probe; undefined if that got none. */
export function responseTo(probeId: string, { exchanges }: Pick<Trace, 'exchanges'>): Answered | undefined {
  const last = exchanges.findLast((exchange) => exchange.probe === probeId);
  return last !== undefined && isAnswered(last) ? last : undefined;
}

/** A finished run. Without `end`, the recorder did not finish, and missing evidence must not pass. */
export interface EndedTrace extends Trace {
  readonly skips: readonly Skip[];
  readonly end: End | null;
}

/** `--config` and the file that the run named; empty for the usual one. */
export const configOption = ({ options = [] }: Pick<Head['settings'], 'options'>): readonly string[] =>
  options.find(([option]) => option === '--config') ?? [];

/** The start of the names of generated probes (`--depth thorough`). */
export const EXPLORE = 'explore.';

/** The abort reason of `--max-duration`, and of a journal that cannot be written. */
export type AbortReason = 'time-budget' | 'cut-off';

/** Why a signal was aborted: Ctrl-C, which gives no reason, is `interrupted`. */
export const abortReasonOf = ({ reason }: { readonly reason: unknown }): AbortReason | 'interrupted' =>
  reason === 'time-budget' || reason === 'cut-off' ? reason : 'interrupted';

/** The closing record. A journal that cannot be written gets none, so the run is cut off. */
export const endRecord = (at: number, reason: EndReason | AbortReason): End | null =>
  reason === 'cut-off' ? null : { v: 1, kind: 'end', at, finishedAt: new Date(at).toISOString(), reason };
