import { isOpen } from '../../config/index.ts';
import { wrap } from '../../reporters/text/inert.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import { type Bounds, durationText, requestsToWait } from '../../run/lifecycle/bounds.ts';
import { toolVersion } from '../../run/version.ts';

/** A line of a cost estimate. */
export type Row = readonly [name: string, text: string];

/** The first lines of a run: what will be done to whom, and what it costs. `width` in columns. */
export function billText(command: string, rows: readonly Row[], paint: Paint, width: number): string {
  const lines = rows.map(([name, text]) => wrap(text, width, `  ${name.padEnd(8)}`, ' '.repeat(10)));
  return `${paint.bold(`storecheck ${toolVersion} · ${command}`)}\n${lines.join('\n')}\n`;
}

/** The rows that say which service it is; plain http, which internal networks have, is warned of and not refused. */
export function targetRows(baseUrl: string, words: string): Row[] {
  const warning = 'plain http: whoever is on the way can read the key; use https where the service speaks it';
  return [['target', `${baseUrl} (${words})`], ...(isOpen(new URL(baseUrl)) ? [['beware', warning] as const] : [])];
}

/** The rows that say how long it may take. */
export function boundRows(bounds: Bounds): Row[] {
  const { waitMs, maxMs } = bounds;
  const wait = `up to ${durationText(waitMs ?? 0)} until the service answers anything but 5xx, with at most ${requestsToWait(bounds)} requests without a key`;
  return [
    ...(waitMs === undefined ? [] : [['waits', wait] as const]),
    ...(maxMs === undefined
      ? []
      : [['ends', `after ${durationText(maxMs)} at the latest (--max-duration sets it)`] as const]),
  ];
}

/** The end of a dry run: why the run itself would be refused as it was called, and what to add; empty if it would not. */
export function needsText(needs: readonly string[], width: number): string {
  if (needs.length === 0) return '';
  const reasons = needs.map((reason) => wrap(reason, width, '  ', '    '));
  return ['As it was called, the run itself would be refused:', ...reasons, ''].join('\n');
}
