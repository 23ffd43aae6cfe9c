import { BUSIER } from '../../capacity/projection.ts';
import type { JudgedStep } from '../../capacity/result-schema.ts';
import { QUANTILES } from '../../capacity/steps.ts';
import { interval, isUnknown, levelName, millis, percent, perSecond, planName, rate } from '../../capacity/words.ts';
import { count } from '../../text/count.ts';
import type { CapacityNumbers } from '../result.ts';

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
      step.verdict,
    ]),
  ];
}

/** The actual rate in requests/s. */
function offeredRps({ rps, sent, planned }: JudgedStep): number {
  return rps * Math.min(1, sent / Math.max(1, planned));
}

/** The actual rate, with the planned one if they differ: `46.7 of 48/s`. */
function offeredText(step: JudgedStep): string {
  const [actual, planned] = [rate(offeredRps(step)), rate(step.rps)];
  return actual === planned ? actual : `${actual.slice(0, -2)} of ${planned}`;
}

/** The rate of the responses: without those to the warm-up, which could exceed the offered rate. */
const answeredRps = (step: JudgedStep): number => Math.min(step.completedRps, offeredRps(step));

/** The projection: a row for each plan, and the sums. */
export function projectionTable({ projection: { plans, before, after, busier } }: CapacityNumbers): Table {
  return [
    ['plan', 'customers', 'active', 'use', 'requests/min', 'today', 'after'],
    ...plans.map(({ plan, subscribers, activeAtPeak, use, perMinute = 0, changed, ...one }) => [
      planName(plan),
      count(subscribers),
      percent(activeAtPeak),
      percent(use),
      `${perMinute === 0 || perMinute === changed ? '' : `${count(perMinute)} → `}${count(changed)}`,
      rate(one.before.rps),
      rate(one.after.rps),
    ]),
    ['all', '', '', '', '', rate(before.rps), rate(after.rps)],
    [`${percent(BUSIER - 1)} more active`, '', '', '', '', '', rate(busier.rps)],
  ];
}

/** Explains what 100 % means. */
export function peakSentence({ projection: { before, after } }: CapacityNumbers): string {
  const now = after.rps > 0 ? before.rps / after.rps : 1;
  return `100 % is the projected peak, ${perSecond(after.rps)}; today's is ${perSecond(before.rps)} (${percent(now)}).`;
}
