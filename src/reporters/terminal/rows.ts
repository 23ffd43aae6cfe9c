import type { RequirementResult, Result } from '../../result/result.ts';
import { plural } from '../text/count.ts';
import { cut, inert, wrap } from '../text/inert.ts';
import type { Paint } from '../text/paint.ts';
import type { Beside } from '../view/besides.ts';
import { byArea, isUnasked, nameOf, plansTogether, rowsOf, type Status, statusOf } from '../view/rows.ts';
import { countedOncePerPlan, STATUS_WORDS } from '../view/totals.ts';
import { waivedBy } from '../view/waived.ts';
import type { TerminalOptions } from './options.ts';

/** Characters. */
export const REASON_SHOWN = 600;

/** A title with how many there are, and the entries; empty where there are none. */
export function section(
  title: string,
  entries: readonly string[],
  colour: (text: string) => string,
  count = entries.length,
): string {
  return entries.length === 0 ? '' : [colour(`${title} (${count})`), ...entries].join('\n');
}

/** One line for each area of the document. */
export function areas(result: Result, paint: Paint): string {
  return byArea(result.requirements)
    .filter(([, rows]) => rows.some((row) => statusOf(row, result) !== 'left-out'))
    .map(([area, rows]) => areaLine(area, rows, result, paint))
    .join('\n');
}

function areaLine(area: string, rows: readonly RequirementResult[], result: Result, paint: Paint): string {
  const statuses = rows.map((row) => statusOf(row, result));
  const count = (wanted: Status) => statuses.filter((status) => status === wanted).length;
  const some = (status: Status, colour: (text: string) => string = (text) => text) =>
    count(status) === 0 ? [] : [colour(`${count(status)} ${STATUS_WORDS[status]}`)];
  const [failed, unproven] = [count('failed'), count('unproven')];
  const mark =
    failed > 0 ? paint.red('✗') : unproven > 0 ? paint.yellow('?') : count('passed') > 0 ? paint.green('✓') : '–';
  const parts = [
    `${count('passed')} ${STATUS_WORDS.passed}`,
    ...some('failed', paint.red),
    ...some('unproven', paint.yellow),
    ...some('warned', paint.yellow),
    ...some('waived', paint.yellow),
    ...some('undecided', paint.yellow),
    ...some('not-applicable'),
    ...some('left-out'),
    ...some('observed', paint.dim),
  ];
  return `  ${mark} ${area.padEnd(8)} ${parts.join(', ')}`;
}

/** Every pass, with how much was looked at. */
export function passes(result: Result, { paint }: TerminalOptions): string {
  return section(
    'Passed',
    rowsOf(result, 'passed').map(
      (row) =>
        `  ${paint.green('✓')} ${nameOf(row)}  ${paint.dim(`${inert(cut(row.title, REASON_SHOWN))} (${row.subjects} looked at)`)}`,
    ),
    paint.green,
  );
}

/** How many there are; with `--verbose` each with its value. */
export function observations(result: Result, { paint, verbose, width }: TerminalOptions): string {
  const observed = rowsOf(result, 'observed');
  if (observed.length === 0) return '';
  if (!verbose)
    return paint.dim(
      `${plural(observed.length, 'behaviour')} that the document leaves open ${observed.length === 1 ? 'was' : 'were'} observed (--verbose shows ${observed.length === 1 ? 'it' : 'them'})`,
    );
  return section(
    'Observed: the document leaves it open',
    observed.map((row) =>
      wrap(`${nameOf(row)}  ${inert(cut(JSON.stringify(row.value), REASON_SHOWN))}`, width, '  ', '      '),
    ),
    paint.cyan,
  );
}

/** What does not apply or has an option of its own, one line for each reason. What `--only` or `--skip` left out is told by a note. */
export function setAside(result: Result, { width, verbose, paint }: TerminalOptions): string {
  const rows = [...rowsOf(result, 'not-applicable', 'undecided'), ...rowsOf(result, 'left-out').filter(isUnasked)];
  // What keeps a must from being proven is said there, for the rest too.
  const told = verbose ? [] : rowsOf(result, 'unproven').map(({ reason }) => reason ?? '');
  const reasons = [...new Set(rows.map(({ reason }) => reason ?? ''))].filter((reason) => !told.includes(reason));
  const entries = reasons.map((reason) => {
    const own = plansTogether(rows.filter((row) => (row.reason ?? '') === reason));
    const ids = own.map((row) => (countedOncePerPlan(result) ? nameOf(row) : inert(row.id)));
    const shown =
      verbose || ids.length <= 3 ? ids.join(', ') : `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`;
    return wrap(`${inert(cut(reason, REASON_SHOWN)).replace(/\.$/, '')}: ${shown}`, width, '  ', '    ');
  });
  return entries.length === 0 ? '' : [paint.dim('Not judged'), ...entries].join('\n');
}

/** What could not be proven, and why. */
export function reasoned(row: RequirementResult, { paint, width }: TerminalOptions): string {
  // Painted after wrapping: codes have no width.
  const head = wrap(`? ${nameOf(row)}  ${inert(cut(row.title, REASON_SHOWN))}`, width, '  ', '      ')
    .replace('?', paint.yellow('?'))
    .replace(nameOf(row), paint.bold(nameOf(row)));
  return `${head}\n${wrap(inert(cut(row.reason ?? '', REASON_SHOWN)), width, '      ')}`;
}

/** A breach that somebody answers for: who, until when, and why. */
export function accepted(row: RequirementResult, { width }: TerminalOptions): string {
  return `${wrap(`~ ${nameOf(row)}  ${inert(cut(row.title, REASON_SHOWN))}`, width, '  ', '      ')}\n${wrap(waivedBy(row), width, '      ')}`;
}

/** A waiver to be mended, or an open behaviour that has changed. */
export function beside({ name, message, fails }: Beside, { width }: TerminalOptions): string {
  return wrap(`${fails ? '✗' : '~'} ${name}: ${message}${fails ? ' (fails the run)' : ''}`, width, '  ', '      ');
}
