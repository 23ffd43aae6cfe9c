import type { Result } from '../../result/result.ts';
import { roomSentences } from '../capacity/answer.ts';
import { comparisonTable, peakSentence, stepsTable, type Table } from '../capacity/table.ts';
import { unshown } from '../capacity/unshown.ts';
import { cell, safeText, words } from './markdown-text.ts';

/** The steps of a capacity run and what they do not show; empty for other runs. */
export function capacityBlocks({ capacity }: Result): string[] {
  if (capacity === undefined) return [];
  const { comparison } = capacity;
  const about = [peakSentence(capacity), ...roomSentences(capacity), 'In brackets: 95 % intervals.'];
  return [
    tableOf(stepsTable(capacity, true)),
    words(about.join(' ')),
    ...(comparison === undefined
      ? []
      : [`### Compared with run ${safeText(comparison.run)} (~: may be chance)`, tableOf(comparisonTable(comparison))]),
    '### Not shown',
    unshown(capacity)
      .map((one) => `- ${safeText(one)}`)
      .join('\n'),
  ];
}

function tableOf([head = [], ...rows]: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((text) => cell(words(text))).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
