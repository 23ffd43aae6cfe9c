import { wrap } from '../../reporters/text/inert.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import { toolVersion } from '../../run/version.ts';

/** A line of a bill. */
export type Row = readonly [name: string, text: string];

/** The first lines of a run: what will be done to whom, and what it costs. `width` in columns. */
export function billText(command: string, rows: readonly Row[], paint: Paint, width: number): string {
  const lines = rows.map(([name, text]) => wrap(text, width, `  ${name.padEnd(8)}`, ' '.repeat(10)));
  return `${paint.bold(`storecheck ${toolVersion} · ${command}`)}\n${lines.join('\n')}\n`;
}
