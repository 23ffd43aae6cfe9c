import type { Table } from '../result/view/capacity-blocks.ts';
import { namesOf, type RowGroup, type Status } from '../result/view/rows.ts';
import type { Block, Section, View } from '../result/view/view.ts';
import { wrap } from '../text/wrap.ts';
import { failureLines, itemLines } from './lines.ts';

type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Colours a text for a terminal. No meaning depends on the colour. */
export type Paint = (colour: Colour, text: string) => string;

export interface Layout {
  readonly paint: Paint;
  /** The width of the terminal in columns. */
  readonly width: number;
}

export interface TerminalOptions extends Layout {
  readonly verbose: boolean;
  /** The run's folder, if it has report.html. */
  readonly folder: string | undefined;
}

const LOOKS = {
  failed: { symbol: '✗', colour: 'red' },
  inconclusive: { symbol: '?', colour: 'yellow' },
  warning: { symbol: '!', colour: 'yellow' },
  waived: { symbol: '~', colour: 'yellow' },
  passed: { symbol: '✓', colour: 'green' },
  'not-applicable': { symbol: '–', colour: 'dim' },
  skipped: { symbol: '–', colour: 'dim' },
  info: { symbol: '–', colour: 'cyan' },
} as const satisfies Record<Status, { readonly symbol: string; readonly colour: Colour }>;

const symbolOf = (status: Status, paint: Paint): string => paint(LOOKS[status].colour, LOOKS[status].symbol);

/** Maximum names of requirements in a line, and findings of a requirement, without `--verbose`. */
const BRIEF = { names: 3, findings: 2, othersIn: '--verbose or results.json' } as const;

/** The report for people: the sections, the most important one last, then the verdict and the next step. */
export function terminal(view: View, options: TerminalOptions): string {
  const { verbose, paint } = options;
  const ending = endingText(view, options);
  const isBrief = view.result.setUp !== undefined && !verbose;
  if (isBrief && view.result.outcome !== 'failed') return `${ending}\n`;
  const shown = view.sections.filter(({ isDetail }) => isDetail === undefined || verbose).toReversed();
  const hidden = view.sections.filter(({ isDetail, id, count }) => isDetail === true && id !== 'passed' && count > 0);
  const names = hidden.map(({ title, count }) => `${title} (${count})`).join(', ');
  const hint =
    verbose || names === '' ? '' : paint('dim', wrap(`\n  ${names}: see --verbose`, options.width, '', '    '));
  const overview = isBrief ? '' : `${areaLines(view, paint)}${hint}`;
  const blocks = [overview, ...shown.map((section) => sectionText(section, options)), ending];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const areaLines = (view: View, paint: Paint): string =>
  view.areas
    .filter(({ isJudged }) => isJudged)
    .map(({ area, status, words }) => `  ${symbolOf(status, paint)} ${area.padEnd(8)} ${words}`)
    .join('\n');

type SectionOptions = Omit<TerminalOptions, 'folder'>;
type TitledBlocks = Pick<Section, 'title' | 'count' | 'status' | 'blocks'>;

export function sectionText(section: TitledBlocks, options: SectionOptions): string {
  const { title, count, status, blocks } = section;
  const heading = wrap(`${title}${count === 0 ? '' : ` (${count})`}`, options.width, '', '  ');
  return [
    options.paint(LOOKS[status].colour, heading),
    ...blocks.flatMap((block) => blockLines(block, section, options)),
  ].join('\n');
}

function blockLines(block: Block, { status }: TitledBlocks, options: SectionOptions): string[] {
  const { paint, width, verbose } = options;
  const names = verbose ? undefined : BRIEF.names;
  /** A wrapped text after a coloured symbol. */
  const withSymbol = (text: string, as: Status = status) =>
    `  ${symbolOf(as, paint)} ${wrap(text, width, '    ', '      ').trimStart()}`;
  switch (block.kind) {
    case 'failure':
      return failureTexts(block, status, options);
    case 'item': {
      const { name = namesOf(block.rows, names), text, failsRun, plan } = block;
      if (name === '') return [wrap(text, width, '  ', '    ')];
      const [first = '', ...more] = itemLines(block, names);
      const words = `${name}: ${first}${failsRun === true ? ' (fails the run)' : ''}`;
      return [
        withSymbol(words, failsRun === undefined ? plan?.status : failsRun ? 'failed' : 'waived'),
        ...more.map((line) => wrap(line, width, '      ')),
      ];
    }
    case 'figure':
      return [];
    case 'table':
      return [paint('dim', `  ${block.title}`), ...alignedLines(block.table)];
  }
}

function failureTexts(cause: RowGroup, status: Status, { verbose, paint, width }: SectionOptions): string[] {
  const unfolded = { ...cause, rows: [...cause.rows, ...cause.alike], alike: [] };
  const lines = (verbose ? failureLines(unfolded) : failureLines(cause, BRIEF)).filter(({ tone }) => tone !== 'next');
  return lines.map(({ depth, text, tone }) => {
    const indent = '  '.repeat(depth + 1);
    if (tone === 'defect')
      return `  ${symbolOf(status, paint)} ${paint('bold', wrap(text, width, '    ').trimStart())}`;
    if (tone === 'command') return `${indent}${paint('cyan', text)}`;
    const wrapped = wrap(text, width, indent, /^(?:expected|actual) /.test(text) ? `${indent}          ` : indent);
    return tone === 'quiet' ? paint('dim', wrapped) : wrapped;
  });
}

function alignedLines(table: Table): string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

/** The verdict, the path of the report and the advice. */
function endingText({ status, summary, advice }: View, { paint, folder, width }: TerminalOptions): string {
  const [verdict = '', ...others] = summary.map((text) => wrap(text, width, '', '  '));
  const report = folder === undefined ? [] : [`report: ${folder.replace(/\/$/, '')}/report.html`];
  const lines = others.toSpliced(advice === undefined ? others.length : -1, 0, ...report);
  return [paint(LOOKS[status].colour, paint('bold', verdict)), ...lines].join('\n');
}
