import type { Table } from '../result/view/capacity-blocks.ts';
import { namesOf } from '../result/view/rows.ts';
import type { Block, Section, View } from '../result/view/view.ts';
import { asCode } from '../text/wrap.ts';
import { failureLines, indented, itemLines } from './lines.ts';

/** Bytes (UTF-8): a comment may have 65,536 characters. */
export const COMMENT = 65_000;
/** Bytes: GitHub drops a step's summary above 1,024 kB as a whole. */
export const STEP_SUMMARY = 900_000;

/** Maximum names of rows with one reason or cause, and findings of one row. */
const NAMES = 5;
const FINDINGS = 10;

/** The summary: the answer, then the sections, the most important one first. Passes and observations are counted. */
export function markdown(view: View, most = COMMENT): string {
  const { result, areas, facts, answer } = view;
  const judged = areas.filter(({ isJudged }) => isJudged).map(({ area, words }) => [area, words] as const);
  const [verdict = '', ...others] = answer.map((text) => safeText(asCode(text)));
  const blocks = [
    `## storecheck: ${result.outcome}`,
    `**${verdict}**`,
    list(others),
    ...view.sections.filter(({ id }) => id !== 'passed' && id !== 'info').flatMap(sectionBlocks),
    '### The run',
    list([...judged, ...facts].map(([name, text]) => `${safeText(name)}: ${safeText(text)}`)),
  ].filter((text) => text !== '');
  return fitted(blocks, most);
}

/** Drops blocks that do not fit, and adds a note with their number. */
function fitted(blocks: readonly string[], most: number): string {
  const note = (left: number) =>
    `**Cut here: ${left} more blocks.** The run's report.html and results.json have everything.`;
  const size = (text: string) => new TextEncoder().encode(text).length + 2;
  let room = most - size(note(blocks.length));
  const kept = blocks.filter((text) => {
    room -= size(text);
    return room >= 0;
  });
  const left = blocks.length - kept.length;
  const text = [...kept, ...(left > 0 ? [note(left)] : [])].join('\n\n');
  // Without blank lines between them, items are one compact list.
  return `${text.replace(/^( *- .*)\n\n(?=- )/gm, '$1\n')}\n`;
}

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

function sectionBlocks({ title, count, blocks }: Section): string[] {
  return [`### ${title}${count === 0 ? '' : ` (${count})`}`, ...blocks.flatMap(blockTexts)];
}

function blockTexts(given: Block): string[] {
  switch (given.kind) {
    case 'failure': {
      const lines = indented(failureLines(given, { findings: FINDINGS, names: NAMES }));
      return [`#### ${safeText(namesOf(given.rows))}\n\n${block(lines)}`];
    }
    case 'item': {
      const { name = namesOf(given.rows, NAMES), fails } = given;
      const label = name === '' ? '' : `**${safeText(name)}**: `;
      const lines = itemLines(given, NAMES).map(safeText).join('\n  - ');
      return [`- ${fails === true ? '**fails the run**: ' : ''}${label}${lines}`];
    }
    case 'figure':
      return [];
    case 'table':
      return [`**${safeText(given.title)}**`, tableOf(given.table)];
  }
}

function tableOf([head = [], ...rows]: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => safeText(text).replaceAll('|', '¦')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/**
 * Prose that nothing in Markdown and on GitHub interprets, because people read the file, too: letters, blanks, code between them, a
 * unit such as requests/s or 20/s, and a colon that begins neither an address nor an emoji.
 */
const PROSE = /^(?:[\p{L}\p{N} .,;'"“”()%…→×≤-]|`[^`]+`(?!`)|:(?= |$|\d+(?![\d:]))|(?<=requests|\d)\/(?=s|min))*$/u;

/** Text on one line that may come from a server: prose as it is, else as code, in which mentions, links, images and HTML are inactive. */
export const safeText = (text: string): string => (PROSE.test(text) && !/www\./i.test(text) ? text : span(text));

/** A code span: its fence is longer than any run of backticks in it. */
function span(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const blank = text === '' || /^[ `]|[ `]$/.test(text) ? ' ' : '';
  return `${fence}${blank}${text}${blank}${fence}`;
}

/** Lines in a code block with a fence that none of them can close. */
export function block(lines: readonly string[]): string {
  const text = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
