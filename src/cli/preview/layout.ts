import { isOpen } from '../../config/target-class.ts';
import type { Paint } from '../../report/paint.ts';
import { durationText } from '../../run/cost.ts';
import { toolVersion } from '../../run/tool.ts';
import { wrap } from '../../text/inert.ts';

export type Row = readonly [name: string, text: string];

/** How an estimate is printed; `width` in columns. `verbose` adds the rows that explain the numbers. */
export interface Layout {
  readonly paint: Paint;
  readonly width: number;
  readonly verbose: boolean;
}

/** The first lines of a run: its target and its cost. */
export function estimateText(command: string, run: string, rows: readonly Row[], { paint, width }: Layout): string {
  const column = Math.max(7, ...rows.map(([name]) => name.length)) + 1;
  const lines = rows.map(([name, text]) => wrap(text, width, `  ${name.padEnd(column)}`, ' '.repeat(column + 2)));
  return `${paint.bold(`storecheck ${toolVersion} · ${command}`)} · ${run}\n${lines.join('\n')}\n`;
}

/** The rows that name the service. Plain http is legal in internal networks, so it is a warning. */
export function targetRows(baseUrl: string, description: string): Row[] {
  const warning = 'plain http sends the key unencrypted; use https if possible';
  return [
    ['target', baseUrl === '' ? 'not set' : `${baseUrl} (${description})`],
    ...(baseUrl !== '' && isOpen(new URL(baseUrl)) ? [['warning', warning] as const] : []),
  ];
}

/** The row of `--max-duration`, in milliseconds. */
export function stopRows(maxMs: number | undefined): Row[] {
  return maxMs === undefined ? [] : [['stops', `after ${durationText(maxMs)} at the latest (--max-duration)`]];
}

/** The end of a dry run: why the run itself would be refused, and which options it needs. Empty if it would start. */
export function refusalText(objections: readonly string[], width: number): string {
  if (objections.length === 0) return '';
  const reasons = objections.map((reason) => wrap(reason, width, '  ', '    '));
  return ['Without --dry-run, storecheck would refuse this run:', ...reasons, 'This dry run exits with 0.', ''].join(
    '\n',
  );
}
