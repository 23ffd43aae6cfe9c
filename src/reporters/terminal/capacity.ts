import type { Result } from '../../result/result.ts';
import { roomSentences, unshown } from '../capacity/answer.ts';
import { alignedLines, peakSentence, stepsTable } from '../capacity/table.ts';
import { inert, wrap } from '../text/inert.ts';
import type { TerminalOptions } from './options.ts';

/** The steps of a capacity run and what they do not show; empty for other runs. */
export function capacityBlock(result: Result, { paint, width }: TerminalOptions): string {
  const { capacity } = result;
  if (capacity === undefined) return '';
  const wide = alignedLines(stepsTable(capacity, true));
  const fits = wide.every((line) => line.length <= width);
  const note = `${peakSentence(capacity)}${fits ? ' In brackets: 95 % intervals.' : ' results.json has the 95 % intervals.'}`;
  const sentences = [note, ...roomSentences(capacity)].map((sentence) => wrap(inert(sentence), width, '  '));
  const left = unshown(capacity).map((one) => wrap(inert(one), width, '  ', '    '));
  return [
    [...(fits ? wide : alignedLines(stepsTable(capacity, false))), ...sentences].join('\n'),
    [paint.dim('Not shown'), ...left].join('\n'),
  ].join('\n\n');
}
