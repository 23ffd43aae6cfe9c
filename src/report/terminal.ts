import { takesKey } from '../result/curl.ts';
import type { Status } from '../result/status.ts';
import type { Table } from '../result/view/capacity.ts';
import { counted } from '../result/view/facts.ts';
import { foldedLines, namesOf, waivedBy } from '../result/view/names.ts';
import type { Row } from '../result/view/rows.ts';
import type { Block, Section, View } from '../result/view/view.ts';
import { plural } from '../text/count.ts';
import { cut, inert, plain, unbroken, wrap } from '../text/inert.ts';
import { foldedText, rowLines, shown, type TextLine } from './lines.ts';
import type { Paint } from './paint.ts';

export interface TerminalOptions {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
  readonly verbose: boolean;
  /** The run's folder, for the last lines. */
  readonly folder: string | undefined;
  /** The name of the tool in printed commands: `storecheck`, `node dist/storecheck.cjs`. */
  readonly called: string;
  /** Only of a demo: the arguments that start its server again. */
  readonly serve?: string | undefined;
}

/** The mark of a status at the start of a line. */
const MARKS = {
  failed: '✗',
  inconclusive: '?',
  warning: '!',
  waived: '~',
  passed: '✓',
  'not-applicable': '–',
  skipped: '–',
  info: '–',
} as const satisfies Record<Status, string>;

const COLOURS = {
  failed: 'red',
  inconclusive: 'yellow',
  warning: 'yellow',
  waived: 'yellow',
  passed: 'green',
  'not-applicable': 'dim',
  skipped: 'dim',
  info: 'cyan',
} as const satisfies Record<Status, keyof Paint>;

/** Maximum names of requirements with one reason. */
const NAMES = 3;
/** Maximum findings of a requirement without `--verbose`. */
const FINDINGS = 2;

/** The report for people: the sections with the most important one last, then the verdict and the next step. */
export function terminal(view: View, options: TerminalOptions): string {
  const { verbose, paint } = options;
  const closed = closing(view, options);
  if (view.result.setUp !== undefined && !verbose) return `${closed}\n`;
  const { info } = view.counts;
  const withKey = firstWithKey(view, options);
  const blocks = [
    areas(view, paint),
    ...(info === 0 || verbose
      ? []
      : [paint.dim(`Info: ${plural(info, 'behaviour')} that the specification leaves open (--verbose lists them)`)]),
    ...view.sections
      .filter(({ isDetail }) => isDetail === undefined || verbose)
      .toReversed()
      .map((section) => sectionText(section, withKey, options)),
    closed,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** The first row that prints a command with a key: the line that sets the key precedes it, once. */
function firstWithKey({ sections }: View, { verbose }: TerminalOptions): Row | undefined {
  const printed = sections
    .filter(({ id }) => id === 'failed' || id === 'warnings')
    .toReversed()
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'failure' ? block.rows : [])));
  return printed.find(({ findings }) =>
    findings.slice(0, verbose ? undefined : FINDINGS).some(({ curl }) => takesKey(curl)),
  );
}

/** One line for each area. */
function areas(view: View, paint: Paint): string {
  return view.areas
    .filter(({ isJudged }) => isJudged)
    .map(({ area, counts, rows }) => {
      const isOpen = rows.some(({ status, level }) => status === 'inconclusive' && level === 'must');
      const worst = counts.failed > 0 ? 'failed' : isOpen ? 'inconclusive' : counts.passed > 0 ? 'passed' : 'skipped';
      const words = counted(counts, ['passed']).map(({ status, number, word }) =>
        status === 'passed' || status === 'skipped' ? `${number} ${word}` : paint[COLOURS[status]](`${number} ${word}`),
      );
      return `  ${paint[COLOURS[worst]](MARKS[worst])} ${shown(area, 60).padEnd(8)} ${words.join(', ')}`;
    })
    .join('\n');
}

function sectionText(section: Section, withKey: Row | undefined, options: TerminalOptions): string {
  const { title, count, status, blocks } = section;
  const hint = section.id === 'inconclusive' && title.includes('not required') ? ' (--verbose has the reasons)' : '';
  const heading = wrap(`${title}${count === undefined ? hint : ` (${count})`}`, options.width, '', '  ');
  return [
    options.paint[COLOURS[status]](heading),
    ...blocks.flatMap((block) => blockLines(block, section, withKey, options)),
  ].join('\n');
}

function blockLines(
  block: Block,
  { id, status }: Section,
  withKey: Row | undefined,
  options: TerminalOptions,
): string[] {
  const { paint, width, verbose } = options;
  const most = verbose ? undefined : NAMES;
  const mark = paint[COLOURS[status]](MARKS[status]);
  /** Colored after wrapping, because color codes have no width. */
  const item = (text: string, sign = mark) => `  ${sign} ${wrap(text, width, '    ', '      ').trimStart()}`;
  switch (block.kind) {
    case 'failure':
      return id === 'waived' ? block.rows.map((row) => waived(row, item)) : failure(block, withKey, mark, options);
    case 'reason':
      return [
        item(`${namesOf(block.rows, most)}: ${shown(block.text)}`),
        ...foldedLines(block, most).map((text) => paint.dim(wrap(text, width, '      '))),
      ];
    case 'line': {
      const { name, text, fails } = block;
      const words = `${name === undefined ? '' : `${name}: `}${shown(text)}`;
      if (fails === undefined) return [wrap(words, width, '  ', '    ')];
      return [fails ? item(`${words} (fails the run)`, paint.red('✗')) : item(words, paint.yellow('~'))];
    }
    case 'row':
      return [item(`${namesOf([block.row])}  ${shown(block.row.title)}: ${shown(block.text)}`)];
    case 'plan':
      return block.sentences.map((words, index) =>
        wrap(words, width, index === 0 ? `  ${shown(block.plan.plan, 60).padEnd(10)} ` : INDENT, INDENT),
      );
    case 'table': {
      const wide = alignedLines(block.wide ?? block.table);
      const fits = wide.every((line) => line.length <= width);
      return [
        paint.dim(`  ${fits ? block.title : block.title.replace(/ \(.*/, '')}`),
        ...(fits ? wide : alignedLines(block.table)),
      ];
    }
  }
}

const INDENT = ' '.repeat(13);

function failure(
  block: Extract<Block, { kind: 'failure' }>,
  withKey: Row | undefined,
  mark: string,
  options: TerminalOptions,
): string[] {
  const { verbose, paint, width } = options;
  const rows = verbose ? [...block.rows, ...block.alike] : block.rows;
  const line = ({ depth, text, tone }: TextLine): string => {
    const indent = '  '.repeat(depth + 1);
    if (tone === 'defect') return `  ${mark} ${paint.bold(wrap(text, width, '    ').trimStart())}`;
    if (tone === 'command') return `${indent}${paint.cyan(text)}`;
    const wrapped = wrap(text, width, indent, /^(?:expected|actual) /.test(text) ? `${indent}          ` : indent);
    return tone === 'quiet' ? paint.dim(wrapped) : wrapped;
  };
  return [
    ...rows.flatMap((row) =>
      rowLines(row, rows, { findings: verbose ? row.findings.length : FINDINGS, withKey: row === withKey }),
    ),
    ...foldedText(verbose ? { ...block, rows, alike: [] } : block, verbose ? undefined : NAMES),
  ].map(line);
}

const waived = (row: Row, item: (text: string) => string): string =>
  item(`${namesOf([row])}  ${shown(row.title)}: ${waivedBy(row)}`);

function alignedLines(table: Table): string[] {
  const cells = table.map((row) => row.map((text) => shown(text)));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

/** The last lines: verdict, evidence and next step. */
function closing(view: View, options: TerminalOptions): string {
  const { paint, folder, width } = options;
  const { result, status, advice, residue } = view;
  const { setUp, run, notes } = result;
  const line = (text: string, hanging = '') => wrap(text, width, '', hanging);
  const lines = [
    ...(setUp === undefined
      ? []
      : [paint.yellow(line(`Set-up: ${shown(setUp.message)}`)), wrap(shown(setUp.fix), width, '  '), '']),
    ...notes.map(({ code, message }) =>
      paint.yellow(line(`${code === 'key-set-up' ? 'Set-up' : 'note'}: ${shown(message)}`, '      ')),
    ),
    paint[COLOURS[status]](paint.bold(line(`${view.word}: ${plain(view.sentence)}`))),
    ...(setUp === undefined ? view.unfinished.map((text) => line(shown(text))) : []),
    ...view.totals.map((text) => line(text)),
    ...(residue === '' ? [] : [line(residue)]),
    ...(folder === undefined
      ? []
      : [`evidence: ${folder}${folder.includes(run.id) ? '' : ` (run ${inert(cut(run.id, 200))})`}`]),
    ...(folder === undefined ? [] : [`report: ${folder.replace(/\/$/, '')}/report.html`]),
    line(view.exit),
    ...demoHints(view, options),
    ...(advice === undefined ? [] : [line(`next: ${advice}`, '      ')]),
  ];
  return lines.join('\n');
}

/** Hints after a demo: how to run the printed commands, and how to check a deployment. */
function demoHints({ result, counts }: View, { called, serve, width }: TerminalOptions): string[] {
  const { run, settings } = result;
  const check = unbroken(`${called} check --base-url https://HOST/v1 --key free=env:NAME`);
  const hints = [
    ...(serve === undefined || counts.failed + counts.warning === 0
      ? []
      : [
          `The demo server has stopped. To run the printed curl commands, start it again, and run the export lines that it prints: ${unbroken(`${called} ${serve}`)}`,
        ]),
    ...(run.command === 'demo'
      ? [
          `This was the embedded server with a window of ${settings.windowSeconds} s. Check your deployment with: ${check}`,
        ]
      : []),
  ];
  return hints.map((hint) => wrap(hint, width, '', '  '));
}
