import type { Exchange } from './exchange.ts';
import type { Load } from './journal/load.ts';
import type { End, Head, Skip, Wait } from './records/run-record.ts';

/** A run as it was recorded. Without `end` the recorder did not finish: nothing that is missing may pass. */
export interface Trace {
  readonly head: Head;
  /** The client's. Those of k6 stand in `load`: what pushes a limit is judged apart. */
  readonly exchanges: readonly Exchange[];
  readonly skips: readonly Skip[];
  readonly waits: readonly Wait[];
  readonly end: End | null;
  /** Everything that k6 wrote; absent where it was not started. */
  readonly load?: Load;
}
