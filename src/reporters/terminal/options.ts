import type { Paint } from './paint.ts';

export interface TerminalOptions {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
  readonly verbose: boolean;
  /** The run's folder, for the last lines. */
  readonly folder: string | undefined;
  /** What to do next. */
  readonly advice: string | undefined;
  /** The name of the tool in printed commands: `storecheck`, `node dist/storecheck.cjs`. */
  readonly called: string;
  /** Only of a demo: the arguments that start its server again. */
  readonly serve?: string | undefined;
}
