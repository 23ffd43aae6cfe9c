import type { Paint } from '../text/paint.ts';

/** What the call knows and the result does not, for lines to be pasted; every word is quoted for a shell, and none is a key. */
export interface Given {
  /** What a rerun needs besides the run's folder: where keys come from, what is allowed. */
  readonly options: readonly string[];
  /** By plan: what a shell reads the key from, e.g. `"$STORE_API_KEY_FREE"`. */
  readonly keys: Readonly<Record<string, string>>;
  /** Of a demo, whose server is gone: what starts it again, behind the name of the tool. */
  readonly serve?: string;
}

export interface TerminalOptions {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
  readonly verbose: boolean;
  /** Where the run's files lie, for the last lines. */
  readonly folder: string | undefined;
  /** How the tool was called, for commands that are printed: `storecheck`, `node dist/storecheck.cjs`. */
  readonly called: string;
  /** Of the call that made the run; a result that is only shown has none. */
  readonly given?: Given | undefined;
}
