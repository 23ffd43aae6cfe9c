import { percent } from '../../capacity/index.ts';
import type { CapacityNumbers, Result } from '../../result/result.ts';
import { count } from '../text/count.ts';
import { cut, plain } from '../text/inert.ts';
import { capacityAnswer, capacityWord, figuresAt, roomSentences, unshown } from './answer.ts';
import { limitText, peakSentence } from './table.ts';
import { levelName, planName } from './words.ts';

/** The sentences of one paragraph for a decision memo. It needs no other part of the report. */
export function memoOf(capacity: CapacityNumbers, result: Pick<Result, 'outcome' | 'run' | 'target'>): string[] {
  const { projection, mix, shownBy, verdict } = capacity;
  const customers = projection.plans.map(
    ({ plan, subscribers, activeAtPeak, use, ...limits }) =>
      `${planName(plan)} ${count(subscribers.value)} × ${percent(activeAtPeak.value)} active × ${percent(use.value)} of ${limitText(limits)} requests/min`,
  );
  const sent = Object.entries(mix).flatMap(([op, share]) => (share > 0 ? [`${op} ${percent(share)}`] : []));
  const shown = verdict === 'fits' || shownBy === null ? [] : [shownBy];
  return [
    `${capacityWord(capacity, result)}: ${capacityAnswer(capacity, result)}`,
    ...shown.map((level) => `At ${levelName(level)}, ${figuresAt(level, capacity)}.`),
    `Customers at the peak: ${customers.join('; ')}.`,
    `Requests: ${plain(cut(sent.join(', '), 200))}.`,
    peakSentence(capacity),
    ...roomSentences(capacity),
    ...unshown(capacity).map(
      (one, index, { length }) => `${index === 0 ? 'Not shown: ' : ''}${one}${index + 1 < length ? ';' : '.'}`,
    ),
    `Target ${plain(cut(result.target.baseUrl, 300))} on ${plain(result.run.startedAt.slice(0, 10))}, run ${plain(cut(result.run.id, 200))}.`,
  ];
}
