import { type JudgedStep, percent, QUANTILES } from '../../capacity/index.ts';
import type { CapacityNumbers, Comparison } from '../../result/result.ts';
import { interval, levelName, measured, millis, perSecond, rate } from './words.ts';

/** Cells of text: the first row is the head. */
export type Table = readonly (readonly string[])[];

/**
 * The steps, a row each; what has an objective with its 95 % interval, where there is room for them. How much was answered only where it
 * fell behind.
 */
export function stepsTable({ steps, objectives, knee }: CapacityNumbers, withIntervals: boolean): Table {
  const answered = (text: string) => (knee === null ? [] : [text]);
  const latencies = ({ latency }: JudgedStep) =>
    QUANTILES.map(({ name, objective }) =>
      withIntervals && objectives[objective] !== undefined ? interval(latency[name]) : millis(latency[name].value),
    );
  return [
    ['load', 'offered', ...answered('answered'), ...QUANTILES.map(({ name }) => `${name} ms`), 'errors', 'verdict'],
    ...steps.map((step) => [
      levelName(step.level),
      rate(offeredRps(step)),
      ...answered(rate(step.completedRps)),
      ...latencies(step),
      percent(step.errors.value),
      step.swamped ? `${step.verdict}, swamped` : step.verdict,
    ]),
  ];
}

/** Requests a second that were really sent. */
export function offeredRps({ rps, sent, planned }: JudgedStep): number {
  return rps * Math.min(1, sent / Math.max(1, planned));
}

/** What changed since an earlier run, a row for each number; `~` where it may be chance. */
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

/** What 100 % stands for. */
export function peakSentence({ projection: { before, after } }: CapacityNumbers): string {
  const now = after.rps > 0 ? before.rps / after.rps : 1;
  return `100 % is the projected peak, ${perSecond(after.rps)}; today's is ${perSecond(before.rps)} (${percent(now)}).`;
}
