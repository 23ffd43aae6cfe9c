import type { Table } from '../result/view/capacity-blocks.ts';
import { namesOf } from '../result/view/rows.ts';
import type { Block, Section, View } from '../result/view/view.ts';
import { asCode } from '../text/wrap.ts';
import { failureLines, indented, itemLines } from './lines.ts';

/** Maximum bytes of a comment: GitHub allows 65,536 characters. */
export const MAX_COMMENT_BYTES = 65_000;
/** Maximum bytes of a step's summary: GitHub drops a summary above 1,024 kB. */
export const MAX_SUMMARY_BYTES = 900_000;

/** Maximum names of rows with one reason or cause, and findings of one row. */
const MAX_NAMES = 5;
const MAX_SHOWN = 10;

/** The report for a comment or a step's summary: the verdict, then the sections, the most important first. Counts what passed. */
export function markdown(view: View, maxBytes = MAX_COMMENT_BYTES): string {
  const { result, areas, facts, summary } = view;
  const judged = areas.filter(({ isJudged }) => isJudged).map(({ area, words }) => [area, words] as const);
  const [verdict = '', ...others] = summary.map((text) => safeText(asCode(text)));
  const blocks = [
    `## storecheck: ${result.outcome}`,
    `**${verdict}**`,
    list(others),
    ...view.sections.filter(({ id }) => id !== 'passed' && id !== 'info').flatMap(sectionBlocks),
    '### The run',
    list([...judged, ...facts].map(([name, text]) => `${safeText(name)}: ${safeText(text)}`)),
  ].filter((text) => text !== '');
  return fitted(blocks, maxBytes);
}

/** Drops blocks that do not fit, and adds a note with their number. */
function fitted(blocks: readonly string[], maxBytes: number): string {
  const note = (dropped: number) =>
    `**Cut here: ${dropped} more blocks.** The run's report.html and results.json have everything.`;
  const size = (text: string) => new TextEncoder().encode(text).length + 2;
  let room = maxBytes - size(note(blocks.length));
  const kept = blocks.filter((text) => {
    room -= size(text);
    return room >= 0;
  });
  const dropped = blocks.length - kept.length;
  const text = [...kept, ...(dropped > 0 ? [note(dropped)] : [])].join('\n\n');
  // Removes the blank lines between items, so that they are one compact list.
  return `${text.replace(/^( *- .*)\n\n(?=- )/gm, '$1\n')}\n`;
}

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

function sectionBlocks({ title, count, blocks }: Section): string[] {
  return [`### ${title}${count === 0 ? '' : ` (${count})`}`, ...blocks.flatMap(blockTexts)];
}

function blockTexts(block: Block): string[] {
  switch (block.kind) {
    case 'failure': {
      const lines = indented(failureLines(block, { findings: MAX_SHOWN, names: MAX_NAMES }));
      return [`#### ${safeText(namesOf(block.rows))}\n\n${codeBlock(lines)}`];
    }
    case 'item': {
      const { name = namesOf(block.rows, MAX_NAMES), failsRun } = block;
      const label = name === '' ? '' : `**${safeText(name)}**: `;
      const lines = itemLines(block, MAX_NAMES).map(safeText).join('\n  - ');
      return [`- ${failsRun === true ? '**fails the run**: ' : ''}${label}${lines}`];
    }
    case 'figure':
      return [];
    case 'table':
      return [`**${safeText(block.title)}**`, tableOf(block.table)];
  }
}

function tableOf([head = [], ...rows]: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => safeText(text).replaceAll('|', '¦')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Text that Markdown shows as it is: words, code, units such as requests/s or 20/s, and a colon that begins no address or emoji. */
const PROSE = /^(?:[\p{L}\p{N} .,;'"“”()%…→×≤-]|`[^`]+`(?!`)|:(?= |$|\d+(?![\d:]))|(?<=requests|\d)\/(?=s|min))*$/u;

/** Writes a line that may come from a server. Unless it is prose, it becomes code, in which mentions, links and HTML are inactive. */
export const safeText = (text: string): string => (PROSE.test(text) && !/www\./i.test(text) ? text : span(text));

/** A code span whose fence is longer than any run of backticks in the text. */
function span(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const blank = text === '' || /^[ `]|[ `]$/.test(text) ? ' ' : '';
  return `${fence}${blank}${text}${blank}${fence}`;
}

/** A code block whose fence no line can close. */
export function codeBlock(lines: readonly string[]): string {
  const text = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
