import type { Exchange } from './exchange.ts';
import type { Load } from './journal/load.ts';
import type { End, Head, Skip, Wait } from './records/run-record.ts';

/** What was recorded of a run, up to now. */
export interface Trace {
  readonly head: Head;
  /** The client's. Those of k6 stand in `load`: what pushes a limit is judged apart. */
  readonly exchanges: readonly Exchange[];
  readonly skips: readonly Skip[];
  readonly waits: readonly Wait[];
  /** Everything that k6 wrote; absent where it was not started. */
  readonly load?: Load;
}

/** A run that is over. Without `end` the recorder did not finish: nothing that is missing may pass. */
export interface EndedTrace extends Trace {
  readonly end: End | null;
}
