import { isUnencrypted } from '../config/target-class.ts';
import { MAX_REFUSALS } from '../exchange/allowances.ts';
import { groupBy } from '../exchange/group.ts';
import type { Head } from '../exchange/records/run-record.ts';
import { isSendable, type Probe } from '../probes/probe.ts';
import type { Layout } from '../report/terminal.ts';
import { type Cost, sentAlways } from '../run/cost.ts';
import type { PreparedRun } from '../run/prepare.ts';
import { toolVersion } from '../run/tool.ts';
import { isTestedBy, needsCreates, type Requirement } from '../spec/requirements/catalogue.ts';
import { count, durationText, plural } from '../text/number-text.ts';
import { wrap } from '../text/wrap.ts';
import type { SendSettings } from './options/read-settings.ts';

/** The rows of the cost estimate of a run. With objections, they say "would be refused" instead of what is allowed. */
export function estimateRows(prepared: PreparedRun, { maxDuration, objections }: SendSettings): EstimateRow[] {
  const { head, probes, cost } = prepared;
  const { target, settings, limits } = head;
  const isUnnamed = target.class === 'production' && target.name === new URL(target.baseUrl).host;
  const permitted = [
    ...(limits === undefined || target.class !== 'production' ? [] : ['load allowed']),
    ...(settings.readOnly ? [readOnlyText(prepared)] : []),
  ];
  const description = [
    isUnnamed ? 'production by default' : target.class,
    ...(objections.length > 0 ? ['would be refused'] : permitted),
  ];
  return [
    ...targetRows(target.baseUrl, description.join('; ')),
    ...(probes.length === 0 ? [] : checkRows(prepared)),
    ...limitRows(head, cost),
    ...stopRows(maxDuration),
  ];
}

function readOnlyText(prepared: PreparedRun): string {
  const { requirements, head } = prepared;
  const by = head.settings.readOnlyBy;
  const why = by === undefined ? 'read-only without --allow-writes' : `read-only (${by})`;
  const judged = requirements.filter((requirement) => canJudge(requirement, prepared)).length;
  const total = plural(requirements.length, 'requirement');
  return judged === requirements.length ? why : `${why}: the check judges ${judged} of ${total}`;
}

function checkRows({ head: { settings }, probes, cost }: PreparedRun): EstimateRow[] {
  const { plan, maxRequests, exploration, readOnly } = settings;
  const { requests, windows, seconds } = cost.check;
  const usually = plural(Math.min(requests, maxRequests), 'request');
  const more = windows === 0 ? '' : ` (${plural(windows, 'window')} more)`;
  const takes = seconds < 5 ? 'a few seconds' : `about ${durationText(seconds * 1_000)}${more}`;
  const generated = ({ requests: number, seed }: NonNullable<typeof exploration>) =>
    `thorough: ${plural(number, 'generated request')}${readOnly ? ', reads only' : ''} (--seed ${seed})`;
  return [
    ['check', `${plan} key: about ${usually}, at most ${maxRequests}; takes ${takes}`],
    ...(exploration === undefined ? [] : [['depth', generated(exploration)] as const]),
    ...(readOnly ? [] : createRows(sentAlways(probes, settings), probes)),
  ];
}

/** How many animals a conforming service creates. A small store gets more, so that one status has more animals than a page. */
function createRows(always: readonly Probe[], probes: readonly Probe[]): EstimateRow[] {
  const sent = always.filter(({ writes }) => writes).length;
  if (sent === 0) return [];
  const most = always.filter(({ stores }) => stores).length;
  if (most === 0) return [['creates', `no animal: ${plural(sent, 'POST request')}, all of them invalid`]];
  const fills = probes.filter(({ stores, onlyIf }) => stores && onlyIf !== undefined).length;
  const small = fills === 0 ? '' : ` (${most + fills} in a small store)`;
  return [['creates', `up to ${plural(most, 'valid animal')}${small}; none can be deleted`]];
}

function limitRows({ limits, settings }: Head, { limits: cost }: Cost): EstimateRow[] {
  if (limits === undefined || cost === undefined) return [];
  const { usually, most, seconds, longestSeconds, leastRefusals, mostRefusals, creates } = cost;
  const keys = limits.plans.map(({ plan, secondKey }) => `${plan}${secondKey === undefined ? '' : ' (2 keys)'}`);
  const posts = `up to ${creates} POST requests per plan; a conforming service stores none`;
  const lasts = (length: number) => durationText(length * 1_000);
  const days = cost.days.map(
    (day) => `${day.key}: exhausts its ${count(day.exhausted)} requests per day in about ${lasts(day.seconds)}`,
  );
  return [
    ['limits', `${keys.join(', ')}: ${count(usually)} requests, about ${lasts(seconds)}`],
    ['', `with confirmation attempts: at most ${count(most)} requests and ${lasts(longestSeconds)}`],
    [
      '',
      `${leastRefusals} to ${MAX_REFUSALS} refusals per plan (${mostRefusals} if confirmed); use the keys nowhere else`,
    ],
    ...(settings.readOnly ? [] : [['', posts] as const]),
    ...days.map((day): EstimateRow => ['daily', day]),
  ];
}

export type EstimateRow = readonly [name: string, text: string];

export function estimateText({ command, run }: Head, rows: readonly EstimateRow[], { paint, width }: Layout): string {
  const column = Math.max(7, ...rows.map(([name]) => name.length)) + 1;
  const lines = rows.map(([name, text]) => wrap(text, width, `  ${name.padEnd(column)}`, ' '.repeat(column + 2)));
  return `${paint('bold', `storecheck ${toolVersion} · ${command}`)} · ${run}\n${lines.join('\n')}\n`;
}

/** The rows about the target. Plain http is legal in internal networks, so it causes only a warning. */
export function targetRows(baseUrl: string, description: string): EstimateRow[] {
  const warning = 'plain http sends the key unencrypted; use https if possible';
  return [
    ['target', baseUrl === '' ? 'not set' : `${baseUrl} (${description})`],
    ...(baseUrl !== '' && isUnencrypted(new URL(baseUrl)) ? [['warning', warning] as const] : []),
  ];
}

export const stopRows = (maxMs: number | undefined): EstimateRow[] =>
  maxMs === undefined ? [] : [['stops', `after ${durationText(maxMs)} at the latest (--max-duration)`]];

/** The last lines of a dry run: why the run would be refused, and which options it needs. Empty if it would start. */
export function objectionsText(objections: readonly string[], width: number): string {
  if (objections.length === 0) return '';
  const reasons = objections.map((reason) => wrap(reason, width, '  ', '    '));
  return `Without --dry-run, storecheck would refuse this run:\n${reasons.join('\n')}\nThis dry run exits with 0.\n`;
}

/** The output of a dry run: every request in order, with the requirements that it tests. */
export function requestsText(prepared: PreparedRun, { paint, width }: Layout): string {
  const { probes, head, cost } = prepared;
  const judged = prepared.requirements.filter((requirement) => canJudge(requirement, prepared));
  const idsOf = (some: readonly Requirement[]) => some.map(({ id }) => id).join(', ');
  // Equal for probes that differ only in their number: `list.fill-1`, `list.fill-2` …
  const stem = ({ id, title }: Probe) => `${id.replace(/-\d+$/, '-')} ${title}`;
  const groups = groupBy(
    probes.filter((probe) => isSendable(probe, head.settings)),
    stem,
  );
  let number = 1;
  const lines = [...groups.values()].flatMap(([probe, ...more]) => {
    if (probe === undefined) return [];
    const name = [probe, ...more.slice(-1)].map(({ id }) => paint('bold', id)).join(' … ');
    const times = more.length === 0 ? '' : ` [up to ${more.length + 1} times]`;
    const condition = probe.onlyIf === undefined ? '' : ` [only if ${probe.onlyIf}]`;
    const start = `${String(number).padStart(3)}  ${name}  `;
    number += 1 + more.length;
    const tests = idsOf(judged.filter(({ id, stimuli }) => stimuli !== undefined && isTestedBy(id, probe.id)));
    return [
      wrap(`${start}${probe.title}${times}${condition}`, width, '', '     '),
      ...(tests === '' ? [] : [paint('dim', wrap(tests, width, '       '))]),
    ];
  });
  const every = idsOf(judged.filter(({ stimuli }) => stimuli === undefined));
  const mostPerKey = (cost.limits?.keys ?? []).map(({ key, requests }) => `${key} ${count(requests)}`);
  const steps = 'limits: the steps of docs/limits.md with k6, all plans at once, each with its own keys';
  const more = [
    every === '' ? '' : `every request also tests: ${every}`,
    mostPerKey.length === 0 ? '' : `${steps}. With confirmation attempts, at most: ${mostPerKey.join(', ')}`,
    'Nothing was sent (--dry-run).',
  ].map((text) => wrap(text, width, '', '  '));
  return `${[lines.join('\n'), ...more].filter((block) => block !== '').join('\n\n')}\n`;
}

/** Whether the run can judge the requirement. A read-only run cannot if its evidence is a create or a created animal. */
function canJudge({ id }: Requirement, { probes, head: { settings } }: PreparedRun): boolean {
  if (settings.readOnly && needsCreates(id)) return false;
  return probes.some((probe) => isTestedBy(id, probe.id) && isSendable(probe, settings));
}
