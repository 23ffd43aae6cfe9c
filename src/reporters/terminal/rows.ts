import type { Cause, Row } from '../../result/summary/causes.ts';
import type { Status } from '../../result/summary/status.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { plural } from '../../text/count.ts';
import { cut, inert, wrap } from '../../text/inert.ts';
import { foldedLines, nameOf, namesOf, waivedBy } from '../view/names.ts';
import { notJudgedBy, notJudgedGroups } from '../view/not-judged.ts';
import { observedLine } from '../view/observed.ts';
import { judgedAreas, openHeading } from '../view/totals.ts';
import type { TerminalOptions } from './options.ts';
import type { Paint } from './paint.ts';

/** Characters. */
const REASON = 600;
/** Maximum names of requirements with one reason. */
const NAMES = 3;

/** A section with its title, count and entries; empty without entries. */
export function section(
  title: string,
  entries: readonly string[],
  colour: (text: string) => string,
  count: number | string = entries.length,
): string {
  return entries.length === 0 ? '' : [colour(`${title} (${count})`), ...entries].join('\n');
}

/** One line for each area. */
export function areas(summary: Summary, paint: Paint): string {
  const colours: Partial<Record<Status, (text: string) => string>> = {
    failed: paint.red,
    inconclusive: paint.yellow,
    warning: paint.yellow,
    waived: paint.yellow,
    info: paint.dim,
  };
  return judgedAreas(summary)
    .map(({ area, counts, rows, parts }) => {
      const isOpen = rows.some(({ status, level }) => status === 'inconclusive' && level === 'must');
      const ok = counts.passed > 0 ? paint.green('✓') : '–';
      const mark = counts.failed > 0 ? paint.red('✗') : isOpen ? paint.yellow('?') : ok;
      const coloured = parts.map(({ status, text }) => colours[status]?.(text) ?? text);
      return `  ${mark} ${inert(cut(area, 60)).padEnd(8)} ${coloured.join(', ')}`;
    })
    .join('\n');
}

export function passes({ of }: Summary, { paint }: TerminalOptions): string {
  const line = (row: Row) =>
    `  ${paint.green('✓')} ${nameOf(row)}  ${paint.dim(`${inert(cut(row.title, REASON))} (${row.subjects} examined)`)}`;
  return section('Passed', of('passed').map(line), paint.green);
}

/** The number of observations; with `--verbose`, each with its value. */
export function observations({ of }: Summary, { paint, verbose, width }: TerminalOptions): string {
  const observed = of('info');
  if (observed.length === 0) return '';
  if (!verbose)
    return paint.dim(
      `Info: ${plural(observed.length, 'behaviour')} that the specification leaves open (--verbose lists them)`,
    );
  const line = (row: Row) =>
    wrap(
      `${inert(row.title)} (${nameOf(row)}): ${inert(cut(observedLine(row.value ?? null), REASON))}`,
      width,
      '  ',
      '      ',
    );
  return section('Info: the specification leaves it open', observed.map(line), paint.cyan);
}

/** What was skipped, without the requirements that `--only` or `--skip` excludes: a line for each reason. */
export function skipped(summary: Summary, { width, paint }: TerminalOptions): string {
  const { excluded, needing, needed } = notJudgedBy(summary);
  const line = (rows: readonly Row[], why: string) => {
    return paint.dim(wrap(`Skipped (${rows.length}), ${why}: ${namesOf(rows, SKIPPED)}`, width, '', '  '));
  };
  return [
    ...excluded.flatMap(({ rows }) => {
      const [first] = rows;
      return first === undefined || first.code === 'not-selected' ? [] : [line(rows, reasonIn(first))];
    }),
    ...(needing.length === 0
      ? []
      : [
          line(
            needing.flatMap(({ rows }) => rows),
            needed,
          ),
        ]),
  ].join('\n');
}

/** Maximum names of skipped requirements. */
const SKIPPED = 5;

/** What does not apply or was skipped, an entry for each reason. Rows skipped by `--only` or `--skip` have a note. */
export function notJudged(summary: Summary, { width, paint }: TerminalOptions): string {
  const entries = (causes: readonly Cause[]) =>
    causes.flatMap(({ rows }) => {
      const [first] = rows;
      if (first === undefined || first.code === 'not-selected') return [];
      return [wrap(`${reasonIn(first)}: ${namesOf(rows, undefined)}`, width, '  ', '    ')];
    });
  const titled = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [paint.dim(wrap(title, width, '')), ...lines];
  return notJudgedGroups(summary)
    .flatMap(({ title, causes }) => titled(title, entries(causes)))
    .join('\n');
}

/** Requirements without evidence that are not a must. */
export function optional(summary: Summary, { width, paint }: TerminalOptions): string {
  const entries = summary.optional.flatMap(({ rows }) => {
    const [first] = rows;
    return first === undefined ? [] : [wrap(`${reasonIn(first)}: ${namesOf(rows, undefined)}`, width, '  ', '    ')];
  });
  const count = summary.optional.reduce((sum, { rows }) => sum + rows.length, 0);
  return section('Inconclusive, but not required', entries, paint.dim, count);
}

/** The musts without evidence, an entry for each reason; a run that was interrupted or exhausted its day has one reason for all. */
export function inconclusive(summary: Summary, options: TerminalOptions): string {
  const { inconclusive: causes, result } = summary;
  const { verbose, paint } = options;
  const { end, endDetail } = result.run;
  const why = end === 'interrupted' ? 'the run was interrupted' : endDetail;
  const rows = causes.flatMap((cause) => cause.rows);
  const entries =
    why !== undefined && !verbose
      ? [
          open(
            { rows, alike: [], consequences: [] },
            `${inert(cut(why, REASON))} (--verbose prints the reason of each)`,
            options,
          ),
        ]
      : causes.map((cause) => open(cause, cause.rows[0]?.code === 'set-up' ? SET_UP : undefined, options));
  const { title, count } = openHeading(summary);
  if (title === '') return '';
  const hint = summary.optional.length === 0 || verbose ? '' : ' (--verbose has the reasons)';
  return count === '' ? paint.dim(`${title}${hint}`) : section(title, entries, paint.yellow, count);
}

/** The set-up mistake itself is printed with the verdict. */
const SET_UP = 'set-up mistake, see below';

function open(cause: Cause, reason: string | undefined, { paint, width, verbose }: TerminalOptions): string {
  const [first] = cause.rows;
  if (first === undefined) return '';
  const names = namesOf(cause.rows, verbose ? undefined : NAMES);
  const isOne = cause.rows.every(({ id }) => id === first.id);
  const head = wrap(`${names}${isOne ? `  ${inert(cut(first.title, REASON))}` : ''}`, width - 4, '', '  ');
  // Colored after wrapping, because color codes have no width.
  const [line = '', ...more] = head.split('\n');
  return [
    `  ${paint.yellow('?')} ${line}`,
    ...more.map((one) => `    ${one}`),
    wrap(reason ?? reasonIn(first), width, '      '),
    ...foldedLines(cause, verbose ? undefined : NAMES).map((text) => paint.dim(wrap(text, width, '      '))),
  ].join('\n');
}

const reasonIn = ({ reason = '' }: Row) => inert(cut(reason, REASON));

/** A waived violation: owner, date and reason. */
export function waived({ of }: Summary, { width, paint }: TerminalOptions): string {
  const entry = (row: Row) => [
    wrap(`~ ${nameOf(row)}  ${inert(cut(row.title, REASON))}`, width, '  ', '      '),
    wrap(waivedBy(row), width, '      '),
  ];
  return section(
    'Waived',
    of('waived').map((row) => entry(row).join('\n')),
    paint.yellow,
  );
}
