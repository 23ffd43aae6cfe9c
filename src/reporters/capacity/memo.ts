import { changedPlans, percent } from '../../capacity/index.ts';
import type { CapacityNumbers, Result } from '../../result/result.ts';
import { plural } from '../text/count.ts';
import { cut, plain } from '../text/inert.ts';
import { busierSentence, capacityWord, decisionOf, figuresAt, placeOf, unshown } from './answer.ts';
import { limitSentence, namesBothEnds, unnamedLength } from './bracket.ts';
import { limitText } from './table.ts';
import { perSecond, planName, rounded } from './words.ts';

/**
 * One paragraph of at most six sentences for a decision memo, in parts: decision, peak, measured values with target and date, limits,
 * more activity, what is not shown. It needs no other part of the report.
 */
export function memoOf(capacity: CapacityNumbers, result: Pick<Result, 'outcome' | 'run' | 'target'>): string[] {
  const { shownBy } = capacity;
  const word = capacityWord(capacity, result);
  const { target, run } = result;
  const host = /^\w+:\/\/([^/]+)/.exec(target.baseUrl)?.[1] ?? target.baseUrl;
  const tested = `tested ${plain(cut(host, 300))} on ${plain(run.startedAt.slice(0, 10))}${unnamedLength(capacity)}`;
  const limits = word === 'NOT PROVEN' ? '' : limitSentence(capacity).trim();
  const left = unshown(capacity, { namesBothEnds: limits !== '' && namesBothEnds(capacity) });
  const isUnreachable = capacity.steps.some(({ reasons = [] }) => reasons.some(({ code }) => code === 'unreachable'));
  // The cause has addresses and codes of errors.
  const decided = isUnreachable ? { ...capacity, because: ['service unreachable'] } : capacity;
  return [
    `${word}: ${decisionOf(decided, result)}.`,
    ...peakParts(capacity),
    shownBy === null
      ? `The run ${tested}.`
      : `The run ${tested}: ${placeOf(capacity)}, ${figuresAt(shownBy, capacity)}.`,
    ...(limits === '' ? [] : [limits]),
    busierSentence(capacity),
    ...left.map(
      (one, index, { length }) => `${index === 0 ? 'Not shown: ' : ''}${one}${index + 1 < length ? ';' : '.'}`,
    ),
  ];
}

/** The peak before and after the change, and the customers who cause it. */
function peakParts({ projection }: CapacityNumbers): string[] {
  const { plans, before, after } = projection;
  const peak =
    changedPlans(projection).length === 0
      ? `The projected peak is ${perSecond(after.rps)}:`
      : `If customers use the same share of a changed limit, the peak goes from ${rounded(before.rps)} to ${perSecond(after.rps)}:`;
  const customers = plans.map(
    ({ plan, subscribers, activeAtPeak, use, ...limits }, index) =>
      `${plural(subscribers.value, `${planName(plan)} customer`)}, ${percent(activeAtPeak.value)} active at ${percent(use.value)} of ${limitText(limits)} requests/min${index + 1 < plans.length ? ';' : '.'}`,
  );
  return [peak, ...customers];
}
