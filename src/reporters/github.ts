import type { Cause, Row } from '../result/summary/causes.ts';
import type { Summary } from '../result/summary/summary.ts';
import { cut, plain } from '../text/inert.ts';
import { safeText } from './markdown/markdown-text.ts';
import { curlLines, defect, keyLines, quoted, repeatLines } from './view/evidence.ts';
import { gateMessage, gateName } from './view/gate.ts';
import { codeOf, foldedLines, nameAmong, nameOf, waivedBy } from './view/names.ts';
import { verdictSentence, whyNotPassed, whyUnfinished } from './view/verdict.ts';

/** GitHub shows ten errors and ten warnings per step, and silently drops the rest. So the tenth says how many more there are. */
const SHOWN = 9;
const MESSAGE = 4_000;
const FIELD = 500;

interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** Workflow commands for a step's stdout, an annotation for each cause. Findings have no source file, only a title. */
export function github(summary: Summary): string {
  const { result, failed, inconclusive, warnings, gate, notes, of } = summary;
  const why = whyNotPassed(summary);
  const title = whyUnfinished(result).length > 0 ? 'The run did not finish' : 'The run did not pass';
  const ofGate = (fails: boolean) =>
    gate
      .filter((problem) => problem.fails === fails)
      .map((problem) => ({ title: gateName(problem), message: gateMessage(problem) }));
  return [
    ...commands('error', [
      ...(why.length === 0 ? [] : [{ title, message: why.join('\n') }]),
      ...failed.flatMap(broken),
      // A set-up mistake and an exhausted day are the reason of all.
      ...(result.setUp === undefined && result.run.endDetail === undefined ? inconclusive.flatMap(open) : []),
      ...ofGate(true),
    ]),
    ...commands('warning', [
      ...warnings.flatMap(broken),
      ...of('waived').map((row) => ({ title: nameOf(row), message: waivedBy(row) })),
      ...ofGate(false),
      ...notes.map(({ message }) => ({ title: 'storecheck', message })),
    ]),
    command('notice', { title: `storecheck: ${result.outcome}`, message: verdictSentence(summary) }),
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

const NAMES = 5;

/** The defect first, then what it violates. */
function broken(cause: Cause): Annotation[] {
  const folded = foldedLines(cause, NAMES);
  return cause.rows.map((row, index) => {
    const [first, ...more] = row.findings;
    const lines = [
      ...(first === undefined ? [] : [defect(first)]),
      cut(row.title, FIELD),
      cut(quoted(row), FIELD),
      ...(first === undefined ? [] : [...keyLines([first], row), ...curlLines(first), ...repeatLines(row, [first])]),
      ...(more.length > 0 ? [`and ${more.length} more`] : []),
      ...(index === 0 ? folded : []),
    ];
    return { title: titleOf(row, cause.rows), message: lines.join('\n') };
  });
}

/** The name and, as results.json has it, the code. */
function titleOf(row: Row, rows: readonly Row[]): string {
  const code = codeOf(row);
  const name = nameAmong(row, rows);
  return code === undefined ? name : `${name} (${code})`;
}

/** Requirements with the same reason share an annotation. */
function open({ rows: [first, ...more], alike, consequences }: Cause): Annotation[] {
  if (first === undefined) return [];
  const folded = foldedLines({ rows: [], alike, consequences: [...more, ...consequences] }, NAMES);
  const reason = `inconclusive, so the run does not pass: ${first.reason ?? 'evidence is missing'}`;
  return [{ title: titleOf(first, [first, ...more]), message: [reason, ...folded].join('\n') }];
}

function commands(name: 'error' | 'warning', annotations: readonly Annotation[]): string[] {
  const rest = annotations.length - SHOWN;
  const shown = annotations.slice(0, SHOWN).map((annotation) => command(name, annotation));
  if (rest <= 0) return shown;
  return [...shown, command(name, { title: 'storecheck', message: `and ${rest} more: see the job summary` })];
}

function command(name: string, { title, message }: Annotation): string {
  const text = cut(message, MESSAGE).split('\n').map(plain).join('\n');
  return `::${name} title=${property(plain(title))}::${data(text)}\n`;
}

/** https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const data = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string) => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
