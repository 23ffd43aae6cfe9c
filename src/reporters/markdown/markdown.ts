import type { Result } from '../../result/result.ts';
import type { Cause } from '../../result/summary/causes.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { roomSentences, unshown } from '../capacity/answer.ts';
import { projectionTable, stepsTable, type Table } from '../capacity/table.ts';
import { evidence } from '../view/evidence.ts';
import { gateMessage, gateName } from '../view/gate.ts';
import { planSentences, remarks } from '../view/limits.ts';
import { foldedLines, nameAmong, nameOf, namesOf, waivedBy } from '../view/names.ts';
import { notJudgedGroups } from '../view/not-judged.ts';
import { judgedAreas, openHeading, totals } from '../view/totals.ts';
import { exitMeaning, verdictOf, violated, whyUnfinished } from '../view/verdict.ts';
import { block, cell, safeText, span, words } from './markdown-text.ts';

/** Bytes (UTF-8): a comment may have 65,536 characters. */
export const COMMENT = 65_000;
/** Bytes: GitHub drops a step's summary above 1,024 kB as a whole. */
export const STEP_SUMMARY = 900_000;

/** The summary: verdict and counts, then failures with their evidence, then inconclusive requirements. Passes are counted. */
export function markdown(summary: Summary, most = COMMENT): string {
  const { result, failed, inconclusive, warnings, gate, notes, optional, of } = summary;
  const { word, sentence } = verdictOf(summary);
  const open = openHeading(summary);
  const blocks = [
    `## storecheck: ${result.outcome}`,
    `**${words(word)}**: ${safeText(sentence)}\n\n${words(totals(summary).join('; '))}; ${words(exitMeaning(result.exitCode))}`,
    ...whyUnfinished(result).map(safeText),
    ...notes.map(({ message }) => `> ${safeText(message)}`),
    facts(result),
    list(
      judgedAreas(summary).map(({ area, parts }) => `${safeText(area)}: ${parts.map(({ text }) => text).join(', ')}`),
    ),
    list(
      [
        ...summary.plans.flatMap((plan) => planSentences(plan).map((words) => `${plan.plan}: ${words}`)),
        ...remarks(summary),
      ].map(safeText),
    ),
    ...capacityBlocks(result),
    ...section(`Failed: ${violated(summary)}`, of('failed').length, failed.flatMap(found)),
    ...section(
      'Waivers and pinned behaviours',
      gate.length,
      gate.map((problem) => {
        const fails = problem.fails ? '**fails the run**: ' : '';
        return `- ${fails}${safeText(gateName(problem))}: ${safeText(gateMessage(problem))}`;
      }),
    ),
    // After a set-up mistake, nothing was judged.
    ...(result.setUp === undefined ? section(open.title, open.count, inconclusive.map(reasoned)) : []),
    ...section('Warnings: violations of good practice', of('warning').length, warnings.flatMap(found)),
    ...section(
      'Waived',
      of('waived').length,
      of('waived').map((row) => `- **${safeText(nameOf(row))}**: ${safeText(waivedBy(row))}`),
    ),
    ...section('Inconclusive, but not required', rowsIn(optional), optional.map(reasoned)),
    ...notJudgedGroups(summary).flatMap(({ title, causes }) => section(title, rowsIn(causes), causes.map(reasoned))),
  ].filter((text) => text !== '');
  return fitted(blocks, most);
}

/** Drops blocks that do not fit, and adds a note with their number. */
function fitted(blocks: readonly string[], most: number): string {
  const note = (left: number) =>
    `**Cut here: ${left} more blocks.** The run's report.html and results.json have everything.`;
  const size = (text: string) => new TextEncoder().encode(text).length + 2;
  let room = most - size(note(blocks.length));
  const kept: string[] = [];
  for (const text of blocks) {
    room -= size(text);
    if (room < 0) break;
    kept.push(text);
  }
  const left = blocks.length - kept.length;
  return `${[...kept, ...(left > 0 ? [note(left)] : [])].join('\n\n')}\n`;
}

function facts({ run, target, tool, spec, settings }: Result): string {
  const lines = [
    `target ${span(target.baseUrl)} (${safeText(target.class)}${settings.readOnly ? ', read-only' : ''})`,
    `run ${span(run.id)} of ${span(`storecheck ${run.command}`)}, ${safeText(run.startedAt)}`,
    `storecheck ${safeText(tool.version)}, specification ${safeText(spec.version)}${run.k6 === undefined ? '' : `, k6 ${safeText(run.k6)}`}`,
  ];
  return list(lines);
}

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

function section(title: string, count: number | string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`### ${title} (${count})`, ...entries];
}

const rowsIn = (causes: readonly Cause[]) => causes.reduce((sum, { rows }) => sum + rows.length, 0);

/** Maximum names of rows with one reason or cause. */
const NAMES = 5;

function found(cause: Cause): string[] {
  const folded = foldedLines(cause, NAMES).map((line) => safeText(line));
  return [
    ...cause.rows.map((row) => `#### ${safeText(nameAmong(row, cause.rows))}\n\n${block(evidence(row))}`),
    ...folded,
  ];
}

/** One line for each reason. */
function reasoned(cause: Cause): string {
  const reason = cause.rows[0]?.reason ?? 'evidence is missing';
  const folded = foldedLines(cause, NAMES).map((line) => ` (${safeText(line)})`);
  return `- **${safeText(namesOf(cause.rows, NAMES))}**: ${safeText(reason)}${folded.join('')}`;
}

/** The steps and the projection of a capacity run, and what they do not show; empty for other runs. */
function capacityBlocks(result: Result): string[] {
  const { capacity } = result;
  if (capacity === undefined) return [];
  return [
    list(roomSentences(capacity).map(safeText)),
    '### Steps (in brackets: 95 % intervals)',
    tableOf(stepsTable(capacity, true)),
    '### Projection',
    tableOf(projectionTable(capacity), safeText),
    '### Not shown',
    list(unshown(capacity).map(safeText)),
  ];
}

/** `shown`: `safeText` if a cell may contain the text of a forged results.json. */
function tableOf([head = [], ...rows]: Table, shown = words): string {
  const line = (cells: readonly string[]) => `| ${cells.map((text) => cell(shown(text))).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
