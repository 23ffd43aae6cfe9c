import { foldedLines, nameAmong, waivedBy } from '../result/view/names.ts';
import type { Row } from '../result/view/rows.ts';
import type { Block, Section, View } from '../result/view/view.ts';
import { cut, plain } from '../text/inert.ts';
import { indented, rowLines, shown } from './lines.ts';
import { safeText } from './markdown-text.ts';

/** GitHub shows ten errors and ten warnings per step, and silently drops the rest. So the tenth says how many more there are. */
const SHOWN = 9;
const MESSAGE = 4_000;
const NAMES = 5;

interface Annotation {
  readonly title: string;
  readonly message: string;
  readonly isError: boolean;
}

/** Workflow commands for a step's stdout, an annotation for each cause. Findings have no source file, only a title. */
export function github({ result, sections, word, sentence, unfinished }: View): string {
  const verdict = `${word}: ${sentence}`;
  const all = sections.flatMap((section) => section.blocks.flatMap((block) => annotationsOf(block, section, result)));
  const errors = all.filter(({ isError }) => isError);
  const isUnshown = errors.length === 0 && result.outcome !== 'passed';
  const why = unfinished.length > 0 ? unfinished : isUnshown ? [verdict] : [];
  const title = unfinished.length > 0 ? 'The run did not finish' : 'The run did not pass';
  return [
    ...commands('error', [...(why.length === 0 ? [] : [{ title, message: why.join('\n') }]), ...errors]),
    ...commands('warning', [
      ...all.filter(({ isError }) => !isError),
      ...result.notes.map(({ message }) => ({ title: 'storecheck', message })),
    ]),
    command('notice', { title: `storecheck: ${result.outcome}`, message: verdict }),
  ].join('');
}

/** The annotations of a run that ended by an error. The title says what that means: nothing was sent, incomplete. */
export function problemAnnotations(title: string, problems: readonly string[]): string {
  return commands(
    'error',
    problems.map((message) => ({ title: `storecheck: ${title}`, message })),
  ).join('');
}

export function problemSummary(title: string, problems: readonly string[]): string {
  return `## storecheck: ${title}\n\n${problems.map((problem) => `- ${safeText(plain(problem))}\n`).join('')}\n`;
}

function annotationsOf(block: Block, { id }: Section, { run }: View['result']): Annotation[] {
  if (id === 'waived' && block.kind === 'failure')
    return block.rows.map((row) => ({ title: titleOf(row, [row]), message: waivedBy(row), isError: false }));
  if ((id === 'failed' || id === 'warnings') && block.kind === 'failure') {
    const folded = foldedLines(block, NAMES);
    return block.rows.map((row, index) => {
      const lines = indented(rowLines(row, block.rows, { findings: 1, withKey: true }));
      return {
        title: titleOf(row, block.rows),
        message: [...lines, ...(index === 0 ? folded : [])].join('\n'),
        isError: id === 'failed',
      };
    });
  }
  // An exhausted day is the reason of all.
  if (id === 'inconclusive' && block.kind === 'reason' && run.endDetail === undefined) {
    const [first, ...more] = block.rows;
    if (first === undefined) return [];
    const folded = foldedLines({ rows: [], alike: block.alike, consequences: [...more, ...block.consequences] }, NAMES);
    const reason = `inconclusive, so the run does not pass: ${shown(block.text)}`;
    return [{ title: titleOf(first, block.rows), message: [reason, ...folded].join('\n'), isError: true }];
  }
  if (id === 'gate' && block.kind === 'line')
    return [{ title: block.name ?? '', message: block.text, isError: block.fails === true }];
  return [];
}

/** The name and, as results.json has it, the code. */
function titleOf(row: Row, rows: readonly Row[]): string {
  const code = row.findings[0]?.code ?? row.code;
  return `${nameAmong(row, rows)}${code === undefined ? '' : ` (${shown(code, 200)})`}`;
}

type Shown = Pick<Annotation, 'title' | 'message'>;

function commands(name: 'error' | 'warning', annotations: readonly Shown[]): string[] {
  const rest = annotations.length - SHOWN;
  const kept = annotations.slice(0, SHOWN).map((annotation) => command(name, annotation));
  if (rest <= 0) return kept;
  return [...kept, command(name, { title: 'storecheck', message: `and ${rest} more: see the job summary` })];
}

function command(name: string, { title, message }: Shown): string {
  const text = cut(message, MESSAGE).split('\n').map(plain).join('\n');
  return `::${name} title=${property(plain(title))}::${data(text)}\n`;
}

/** https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const data = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string) => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
