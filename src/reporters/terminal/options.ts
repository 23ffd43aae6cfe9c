import type { KeyExpressions } from '../../result/key-variable.ts';
import type { Paint } from '../text/paint.ts';

/** The options of the original call, for printed commands. Every word is quoted for a shell, and none is a key. */
export interface OriginalCall {
  /** Options that a rerun needs and results.json does not contain, such as key sources. */
  readonly options: readonly string[];
  /** Only of a rerun: the earlier run, as the user named it. */
  readonly failed?: string;
  /** The shell expression of a plan's key, e.g. `"$STORE_API_KEY_FREE"`. */
  readonly keys: KeyExpressions;
  /** storecheck.yaml forbids load on the target. */
  readonly noLoad?: true;
  /** Only of a demo: the arguments that start its server again. */
  readonly serve?: string;
}

export interface TerminalOptions {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
  readonly verbose: boolean;
  /** The run's folder, for the last lines. */
  readonly folder: string | undefined;
  /** The name of the tool in printed commands: `storecheck`, `node dist/storecheck.cjs`. */
  readonly called: string;
  /** The original call; absent if an existing result is shown. */
  readonly originalCall?: OriginalCall | undefined;
}
