import { type JudgedStep, millis, percent, QUANTILES } from '../../capacity/index.ts';
import type { CapacityNumbers, Comparison } from '../../result/result.ts';
import { plain } from '../text/inert.ts';
import { interval, isUnknown, levelName, measured, perSecond, rate } from './words.ts';

/** Cells of text: the first row is the head. */
export type Table = readonly (readonly string[])[];

/** A row for each step; 95 % intervals if there is room. The completed rate is shown only if it fell behind. */
export function stepsTable({ steps, objectives, knee }: CapacityNumbers, withIntervals: boolean): Table {
  const answered = (text: string) => (knee === null ? [] : [text]);
  const latencies = ({ latency }: JudgedStep) =>
    QUANTILES.map(({ name, objective }) => {
      if (isUnknown(latency[name])) return '–';
      return withIntervals && objectives[objective] !== undefined
        ? interval(latency[name])
        : millis(latency[name].value);
    });
  return [
    ['load', 'offered', ...answered('answered'), ...QUANTILES.map(({ name }) => `${name} ms`), 'errors', 'verdict'],
    ...steps.map((step) => [
      levelName(step.level),
      rate(offeredRps(step)),
      ...answered(rate(answeredRps(step))),
      ...latencies(step),
      percent(step.errors.value),
      step.swamped ? `${step.verdict}, overloaded` : step.verdict,
    ]),
  ];
}

/** The actual rate in requests/s. */
export function offeredRps({ rps, sent, planned }: JudgedStep): number {
  return rps * Math.min(1, sent / Math.max(1, planned));
}

/** The rate of the responses: without those to the warm-up, which could exceed the offered rate. */
export const answeredRps = (step: JudgedStep): number => Math.min(step.completedRps, offeredRps(step));

/** A row for each number that changed since an earlier run; `~` means that it may be chance. */
export function comparisonTable({ changes }: Comparison): Table {
  return [
    ['offered', '', 'before', 'after', ''],
    ...changes.map(({ rps, name, before, after, change }) => [
      rate(rps),
      name,
      measured(name, before),
      measured(name, after),
      change,
    ]),
  ];
}

/** Explains what 100 % means. */
export function peakSentence({ projection: { before, after } }: CapacityNumbers): string {
  const now = after.rps > 0 ? before.rps / after.rps : 1;
  return `100 % is the projected peak, ${perSecond(after.rps)}; today's is ${perSecond(before.rps)} (${percent(now)}).`;
}

/** Formats a table as lines of text with aligned columns. */
export function alignedLines(table: Table): string[] {
  const cells = table.map((row) => row.map(plain));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}
