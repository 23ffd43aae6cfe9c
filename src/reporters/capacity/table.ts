import { millis, percent } from '../../capacity/judge-step.ts';
import { QUANTILES } from '../../capacity/objectives.ts';
import { BUSIER } from '../../capacity/projection.ts';
import type { JudgedStep } from '../../capacity/result-schema.ts';
import type { ProjectedPlan } from '../../exchange/records/capacity-record.ts';
import type { CapacityNumbers } from '../../result/result.ts';
import { count } from '../../text/count.ts';
import { cut, plain } from '../../text/inert.ts';
import type { ReasonCode } from '../../text/reasons/index.ts';
import { fill } from '../../text/template.ts';
import { interval, isUnknown, levelName, perSecond, planName, rate } from './words.ts';

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
      offeredText(step),
      ...answered(rate(answeredRps(step))),
      ...latencies(step),
      percent(step.errors.value),
      verdictText(step),
    ]),
  ];
}

/** Why a step is invalid, in a few words: the sentence is in the report. */
const SHORT = {
  'late-timers': 'k6 timers {late} late',
  'requests-late': 'requests {late} late',
  'unmeasured-timers': 'k6 timers not measured',
  'requests-not-sent': '{unsent} requests not sent',
  'step-rate-limited': '{requests} got 429',
  'step-denied': '{requests} got 401 or 403',
  unreachable: 'no response',
  'load-incomplete': 'k6 did not finish',
} as const satisfies Partial<Record<ReasonCode, string>>;

function verdictText({ verdict, reasons = [] }: JudgedStep): string {
  const why = reasons.flatMap(({ code, params }) =>
    Object.entries(SHORT).flatMap(([known, words]) => (known === code ? [`, ${fill(words, params)}`] : [])),
  );
  return `${verdict}${plain(cut(why.join(''), 60))}`;
}

/** The actual rate in requests/s. */
export function offeredRps({ rps, sent, planned }: JudgedStep): number {
  return rps * Math.min(1, sent / Math.max(1, planned));
}

/** The actual rate, with the planned one if they differ: `46.7 of 48/s`. */
export function offeredText(step: JudgedStep): string {
  const [actual, planned] = [rate(offeredRps(step)), rate(step.rps)];
  return actual === planned ? actual : `${actual.slice(0, -2)} of ${planned}`;
}

/** The rate of the responses: without those to the warm-up, which could exceed the offered rate. */
export const answeredRps = (step: JudgedStep): number => Math.min(step.completedRps, offeredRps(step));

/** The projection: a row for each plan, and the sums. */
export function projectionTable({ projection: { plans, before, after, busier } }: CapacityNumbers): Table {
  return [
    ['plan', 'customers', 'active', 'use', 'requests/min', 'today', 'after'],
    ...plans.map(({ plan, subscribers, activeAtPeak, use, ...one }) => [
      planName(plan),
      count(subscribers),
      percent(activeAtPeak),
      percent(use),
      limitText(one),
      rate(one.before.rps),
      rate(one.after.rps),
    ]),
    ['all', '', '', '', '', rate(before.rps), rate(after.rps)],
    [`${percent(BUSIER - 1)} more active`, '', '', '', '', '', rate(busier.rps)],
  ];
}

/** `300 → 400`, or the limit that stays. */
export function limitText({ perMinute, changed }: Pick<ProjectedPlan, 'perMinute' | 'changed'>): string {
  const isChanged = perMinute !== undefined && perMinute !== changed;
  return `${isChanged ? `${count(perMinute)} → ` : ''}${count(changed)}`;
}

/** Explains what 100 % means. */
export function peakSentence({ projection: { before, after } }: CapacityNumbers): string {
  const now = after.rps > 0 ? before.rps / after.rps : 1;
  return `100 % is the projected peak, ${perSecond(after.rps)}; today's is ${perSecond(before.rps)} (${percent(now)}).`;
}

export function alignedLines(table: Table): string[] {
  const cells = table.map((row) => row.map(plain));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}
