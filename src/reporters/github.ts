import type { RequirementResult, Result } from '../result/result.ts';
import { said } from './markdown/markdown-text.ts';
import { cut, plain } from './text/inert.ts';
import { besides } from './view/besides.ts';
import { findingLines } from './view/evidence.ts';
import { nameOf, rowsOf } from './view/rows.ts';
import { verdictSentence, whyUnfinished } from './view/verdict.ts';
import { waivedBy } from './view/waived.ts';

/** GitHub shows ten errors and ten warnings a step, and drops the rest without a word: the tenth says how many there are. */
const SHOWN = 9;
const MESSAGE = 4_000;
const FIELD = 500;

interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** Workflow commands for a step's standard output. Findings have no place in a file, so they carry a title alone. */
export function github(result: Result): string {
  const unfinished = whyUnfinished(result);
  const errors = [
    ...(unfinished === undefined ? [] : [{ title: 'The run did not come to its end', message: unfinished }]),
    ...rowsOf(result, 'failed').map(broken),
    // After a mistake in the set-up nothing was judged, for one reason that was said already.
    ...(result.setUp === undefined ? rowsOf(result, 'unproven').map(unproven) : []),
    ...besides(result).flatMap(({ name, message, fails }) => (fails ? [{ title: name, message }] : [])),
  ];
  const warnings = [
    ...rowsOf(result, 'warned').map(broken),
    ...rowsOf(result, 'waived').map((row) => ({ title: nameOf(row), message: waivedBy(row) })),
    ...besides(result).flatMap(({ name, message, fails }) => (fails ? [] : [{ title: name, message }])),
    ...result.warnings.map((message) => ({ title: 'storecheck', message })),
  ];
  return [...commands('error', errors), ...commands('warning', warnings), notice(result)].join('');
}

/** A run that was refused: usage, configuration, a busy key. */
export function problemAnnotations(problems: readonly string[]): string {
  return commands(
    'error',
    problems.map((message) => ({ title: 'storecheck: nothing was sent', message })),
  ).join('');
}

export function problemSummary(problems: readonly string[]): string {
  return `## storecheck: nothing was sent\n\n${problems.map((problem) => `- ${said(plain(problem))}\n`).join('')}\n`;
}

function broken(row: RequirementResult): Annotation {
  const [first] = row.findings;
  const found = first === undefined ? [] : findingLines(first);
  const rest = row.findings.length > 1 ? [`and ${row.findings.length - 1} more`] : [];
  return {
    title: nameOf(row),
    message: [cut(row.title, FIELD), cut(`“${row.quote}” (${row.clause})`, FIELD), ...found, ...rest].join('\n'),
  };
}

function unproven(row: RequirementResult): Annotation {
  return { title: nameOf(row), message: `inconclusive, so this is no pass: ${row.reason ?? 'evidence is missing'}` };
}

function commands(name: 'error' | 'warning', annotations: readonly Annotation[]): string[] {
  const rest = annotations.length - SHOWN;
  const shown = annotations.slice(0, SHOWN).map((annotation) => command(name, annotation));
  if (rest <= 0) return shown;
  return [...shown, command(name, { title: 'storecheck', message: `and ${rest} more: see the summary of this job` })];
}

const notice = (result: Result) =>
  command('notice', { title: `storecheck: ${result.outcome}`, message: verdictSentence(result) });

function command(name: string, { title, message }: Annotation): string {
  const text = cut(message, MESSAGE).split('\n').map(plain).join('\n');
  return `::${name} title=${property(plain(title))}::${data(text)}\n`;
}

/** https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const data = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string) => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
