import type { Paint } from '../paint.ts';

export interface TerminalOptions {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
  readonly verbose: boolean;
  /** Where the run's files lie, for the last lines. */
  readonly folder: string | undefined;
}
