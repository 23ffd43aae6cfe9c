import type { RequirementResult, Result } from '../../result/result.ts';
import { beyondLimit } from '../view/admitted.ts';
import { besides } from '../view/besides.ts';
import { evidence } from '../view/evidence.ts';
import { firstLook } from '../view/limits.ts';
import { remarks } from '../view/remarks.ts';
import { byArea, nameOf, plansTogether, rowsOf, statusOf } from '../view/rows.ts';
import { countedOncePerPlan, STATUS_WORDS, totals } from '../view/totals.ts';
import { brokenBy, exitMeaning, verdictSentence, whyUnfinished } from '../view/verdict.ts';
import { waivedBy } from '../view/waived.ts';
import { capacityBlocks } from './markdown-capacity.ts';
import { block, cell, said, span, strong, words } from './markdown-text.ts';

export interface MarkdownOptions {
  /** Bytes (UTF-8) that the text may have. */
  readonly most: number;
}

/** A comment may have 65,536 characters, of whatever length in bytes. */
export const COMMENT: MarkdownOptions = { most: 65_000 };
/** GitHub drops a step's summary above 1,024 kB as a whole. */
export const STEP_SUMMARY: MarkdownOptions = { most: 900_000 };

/** The summary for people: verdict and numbers first, then what failed with its evidence, then what was not proven. Passes are counted. */
export function markdown(result: Result, { most }: MarkdownOptions = COMMENT): string {
  const { setUp, warnings } = result;
  const unfinished = whyUnfinished(result);
  const blocks = [
    `## storecheck: ${result.outcome}`,
    `${strong(verdictSentence(result))}\n\n${words(totals(result))} (${words(exitMeaning(result.exitCode))})`,
    ...(unfinished === undefined ? [] : unfinished.split('\n').map(said)),
    ...warnings.map((warning) => `> ${said(warning)}`),
    facts(result),
    areas(result),
    limits(result),
    remarks(result)
      .map((words) => `- ${said(words)}`)
      .join('\n'),
    ...capacityBlocks(result),
    ...section(`Failed: ${brokenBy(result)}`, rowsOf(result, 'failed'), found),
    ...section(
      'Waivers and pinned behaviours',
      besides(result),
      ({ name, message, fails }) => `- ${fails ? '**fails the run**: ' : ''}${said(name)}: ${said(message)}`,
    ),
    // After a mistake in the set-up nothing was judged, for one reason that was said already.
    ...(setUp === undefined
      ? section('Inconclusive: evidence is missing, so this is no pass', rowsOf(result, 'unproven'), reasoned)
      : []),
    ...section('Warnings: good practice, not the document', rowsOf(result, 'warned'), found),
    ...section(
      'Accepted by a waiver',
      rowsOf(result, 'waived'),
      (row) => `- **${said(nameOf(row))}**: ${said(waivedBy(row))}`,
    ),
    ...notJudged(result),
  ].filter((text) => text !== '');
  return fitted(blocks, most);
}

/** What does not fit is counted, in a note that always does. */
function fitted(blocks: readonly string[], most: number): string {
  const note = (left: number) =>
    `**Cut here: ${left} more blocks.** The whole stands in the run's report.html and results.json.`;
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
    `target ${span(target.baseUrl)} (${said(target.class)}${settings.readOnly ? ', read-only' : ''})`,
    `run ${span(run.id)} of ${span(`storecheck ${run.command}`)}, ${said(run.startedAt)}`,
    `storecheck ${said(tool.version)}, document ${said(spec.version)}${run.k6 === undefined ? '' : `, k6 ${said(run.k6)}`}`,
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

function areas(result: Result): string {
  const titles = Object.values(STATUS_WORDS).filter((title) =>
    result.requirements.some((row) => STATUS_WORDS[statusOf(row, result)] === title),
  );
  const lines = byArea(result.requirements).map(([area, rows]) => {
    const counts = titles.map((title) => rows.filter((row) => STATUS_WORDS[statusOf(row, result)] === title).length);
    return `| ${cell(said(area))} | ${counts.map((count) => (count === 0 ? '' : count)).join(' | ')} |`;
  });
  if (lines.length === 0) return '';
  return [`| area | ${titles.join(' | ')} |`, `|---|${titles.map(() => '--:|').join('')}`, ...lines].join('\n');
}

function limits(result: Result): string {
  const rows = Object.entries(result.limits).map(([plan, numbers]) => {
    const { perWindow, windowSeconds, admittedInWindow, refused, sent, retryAfterSeen } = numbers;
    const beyond = beyondLimit(result, plan);
    const many =
      beyond === undefined ? `${admittedInWindow} of ${perWindow}` : `${admittedInWindow}: ${perWindow} and ${beyond},`;
    const cells = [
      said(plan),
      said(`${firstLook(numbers)}${many} in ${windowSeconds} s`),
      `${refused} of ${sent}`,
      retryAfterSeen.slice(0, 4).map(said).join(', '),
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  if (rows.length === 0) return '';
  return ['| plan | admitted | refused | Retry-After |', '|---|---|---|---|', ...rows].join('\n');
}

function section<Entry>(title: string, entries: readonly Entry[], show: (entry: Entry) => string): string[] {
  return entries.length === 0 ? [] : [`### ${title} (${entries.length})`, ...entries.map(show)];
}

function found(row: RequirementResult): string {
  return `#### ${said(nameOf(row))}\n\n${block(evidence(row))}`;
}

const reasoned = (row: RequirementResult) => `- **${said(nameOf(row))}**: ${said(row.reason ?? 'evidence is missing')}`;

/** What does not apply or was left out, one line for each reason. */
function notJudged(result: Result): string[] {
  const rows = rowsOf(result, 'not-applicable', 'undecided', 'left-out');
  const reasons = [...new Set(rows.map(({ reason }) => reason ?? ''))];
  return section('Not judged', reasons, (reason) => {
    const own = plansTogether(rows.filter((row) => (row.reason ?? '') === reason));
    const ids = own.map((row) => (countedOncePerPlan(result) ? nameOf(row) : row.id));
    const more = ids.length > 5 ? ` and ${ids.length - 5} more` : '';
    return `- ${said(reason)}: ${ids.slice(0, 5).map(said).join(', ')}${more}`;
  });
}
