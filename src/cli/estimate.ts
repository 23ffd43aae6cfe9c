import { isOpen } from '../config/target-class.ts';
import { groupBy } from '../exchange/journal/group.ts';
import type { Head, LimitPlan, LimitSettings } from '../exchange/records/run-record.ts';
import { storingCreates } from '../explore/plan.ts';
import { isSendable, type Probe } from '../probes/probe.ts';
import type { Paint } from '../report/paint.ts';
import { type Cost, durationText, sentAlways } from '../run/cost.ts';
import { costOfDay, costOfPlan, type LimitsCost } from '../run/limits-cost.ts';
import type { Prepared } from '../run/prepare.ts';
import { toolVersion } from '../run/tool.ts';
import { type Check, needsCreates, requirement } from '../spec/requirements/index.ts';
import { count, plural } from '../text/count.ts';
import { wrap } from '../text/inert.ts';
import { keySourceText } from '../text/mistakes.ts';
import type { TargetSettings } from './options/settings.ts';

/** What the guard says of the target: if it refuses the run, nothing in it is called allowed. */
type Guarded = Pick<TargetSettings, 'objections'>;

export function estimate(
  prepared: Prepared,
  cost: Cost,
  maxMs: number | undefined,
  guarded: Guarded,
  layout: Layout,
): string {
  const { head, probes } = prepared;
  const rows: Row[] = [
    ...targetRows(head.target.baseUrl, targetDescription(prepared, guarded)),
    ...keyRows(prepared),
    ...(probes.length === 0 ? [] : checkRows(prepared, cost)),
    ...(head.limits === undefined || cost.limits === undefined ? [] : limitRows(head, head.limits, cost.limits)),
    ...stopRows(maxMs),
  ];
  return estimateText(head.command, head.run, rows, layout);
}

/** The keys of the run whose plan's default variable is set and not used. */
function keyRows({ head: { settings, limits }, probes }: Prepared): Row[] {
  const plans = [...(probes.length === 0 ? [] : [settings.plan]), ...(limits?.plans ?? []).map(({ plan }) => plan)];
  return [...new Set(plans)].flatMap((plan): Row[] => {
    const source = settings.keySources?.[plan];
    return source?.unused === undefined ? [] : [['key', `${plan} from ${keySourceText(source)}`]];
  });
}

/** The class of the target, and what the run may do there. */
function targetDescription(prepared: Prepared, { objections }: Guarded): string {
  const isRefused = objections.length > 0;
  const { target, settings, limits } = prepared.head;
  const isUnknown = target.class === 'production' && target.name === new URL(target.baseUrl).host;
  const ownClass = isUnknown ? 'production by default' : target.class;
  const parts = [
    ownClass,
    ...(isRefused ? ['would be refused'] : []),
    ...(limits === undefined || target.class !== 'production' || isRefused ? [] : ['load allowed']),
    ...(settings.readOnly && !isRefused ? [`${readOnlyText(settings)}${judgedText(prepared)}`] : []),
  ];
  return parts.join('; ');
}

const readOnlyText = ({ readOnlyBy }: Head['settings']) =>
  readOnlyBy === undefined ? 'read-only without --allow-writes' : `read-only (${readOnlyBy})`;

/** How many requirements a read-only run judges; empty if all. */
function judgedText(prepared: Prepared): string {
  const { checks } = prepared;
  const judged = checks.filter((check) => isJudged(check, prepared));
  return judged.length === checks.length ? '' : `: the check judges ${judgedOf(judged, checks)}`;
}

function checkRows(prepared: Prepared, { check }: Cost): Row[] {
  const { head, probes } = prepared;
  const { settings } = head;
  const always = sentAlways(prepared);
  return [
    [
      'check',
      `${settings.plan} key: about ${plural(check.requests, 'request')}, at most ${settings.maxRequests}; takes ${checkDuration(check)}`,
    ],
    ...explorationRow(prepared),
    ...(settings.readOnly ? [] : createRows(always, probes)),
  ];
}

/** The animals that a conforming service creates. A small store gets more: one status must have more animals than a page. */
function createRows(always: readonly Probe[], probes: readonly Probe[]): Row[] {
  const sent = always.filter(({ writes }) => writes).length;
  if (sent === 0) return [];
  const valid = always.filter(({ id }) => id.startsWith('create.') && !id.startsWith('create.rejects.')).length;
  const most = valid + storingCreates(probes);
  if (most === 0) return [['creates', `no animal: ${plural(sent, 'POST request')}, all of them invalid`]];
  const fills = probes.filter(({ id }) => id.startsWith('list.fill-')).length;
  const small = fills === 0 ? '' : ` (${most + fills} in a small store)`;
  return [['creates', `up to ${plural(most, 'animal')}${small}; none can be deleted`]];
}

function explorationRow({ head: { settings } }: Prepared): Row[] {
  const { exploration } = settings;
  if (exploration === undefined) return [];
  const reads = settings.readOnly ? ', reads only' : '';
  const requests = plural(exploration.requests, 'generated request');
  return [['depth', `thorough: ${requests}${reads} (--seed ${exploration.seed})`]];
}

function checkDuration({ windows, seconds }: Cost['check']): string {
  if (seconds < 5) return 'a few seconds';
  return `about ${seconds} s${windows === 0 ? '' : ` (${plural(windows, 'window')} more)`}`;
}

function limitRows(head: Head, limits: LimitSettings, cost: LimitsCost): Row[] {
  const { usually, most, seconds, longest } = cost;
  const keys = limits.plans.map(({ plan, secondKey }) => `${plan}${secondKey === undefined ? '' : ' (2 keys)'}`);
  return [
    ['limits', `${keys.join(', ')}: ${count(usually)} requests, about ${durationText(seconds * 1_000)}`],
    ['', `at most ${count(most)} requests and ${durationText(longest * 1_000)}, if violations are retried`],
    ['', '4 to 8 refusals per plan (16 with a retry); use the keys nowhere else'],
    ...dedicatedRows(head, limits),
  ];
}

/** The cost of `--daily`, whose keys are dedicated to it. */
function dedicatedRows({ settings }: Head, { plans, daily }: LimitSettings): Row[] {
  return plans.flatMap((plan): Row[] => {
    const key = daily[plan.plan];
    if (key === undefined) return [];
    const { seconds } = costOfDay(plan, settings.windowSeconds);
    return [
      [
        'daily',
        `${key}: exhausts its ${count(plan.perDay)} requests per day in about ${durationText(seconds * 1_000)}`,
      ],
    ];
  });
}

export type Row = readonly [name: string, text: string];

/** How an estimate is printed; `width` in columns. */
export interface Layout {
  readonly paint: Paint;
  readonly width: number;
}

/** The first lines of a run: its target and its cost. */
export function estimateText(command: string, run: string, rows: readonly Row[], { paint, width }: Layout): string {
  const column = Math.max(7, ...rows.map(([name]) => name.length)) + 1;
  const lines = rows.map(([name, text]) => wrap(text, width, `  ${name.padEnd(column)}`, ' '.repeat(column + 2)));
  return `${paint.bold(`storecheck ${toolVersion} · ${command}`)} · ${run}\n${lines.join('\n')}\n`;
}

/** The rows that name the service. Plain http is legal in internal networks, so it is a warning. */
export function targetRows(baseUrl: string, description: string): Row[] {
  const warning = 'plain http sends the key unencrypted; use https if possible';
  return [
    ['target', baseUrl === '' ? 'not set' : `${baseUrl} (${description})`],
    ...(baseUrl !== '' && isOpen(new URL(baseUrl)) ? [['warning', warning] as const] : []),
  ];
}

/** The row of `--max-duration`, in milliseconds. */
export function stopRows(maxMs: number | undefined): Row[] {
  return maxMs === undefined ? [] : [['stops', `after ${durationText(maxMs)} at the latest (--max-duration)`]];
}

/** The end of a dry run: why the run itself would be refused, and which options it needs. Empty if it would start. */
export function refusalText(objections: readonly string[], width: number): string {
  if (objections.length === 0) return '';
  const reasons = objections.map((reason) => wrap(reason, width, '  ', '    '));
  return ['Without --dry-run, storecheck would refuse this run:', ...reasons, 'This dry run exits with 0.', ''].join(
    '\n',
  );
}

/** The output of a dry run: every request in order, with the requirements that it tests. */
export function requestsText(prepared: Prepared, { paint, width }: Pick<Layout, 'paint' | 'width'>): string {
  const { probes, head } = prepared;
  const checks = prepared.checks.filter((check) => isJudged(check, prepared));
  const wide = checks.filter(({ from }) => from === 'all').map(({ requirement }) => requirement);
  const rows = repeats(probes.filter((probe) => isSendable(probe, head.settings)));
  let number = 0;
  const lines = rows.map(({ probe, last, times }) => {
    const tests = checks
      .filter(({ from }) => from !== 'all' && from.includes(probe.id))
      .map(({ requirement }) => requirement);
    const condition = probe.onlyIf === undefined ? '' : ` [only if ${probe.onlyIf}]`;
    const name = times === 1 ? paint.bold(probe.id) : `${paint.bold(probe.id)} … ${paint.bold(last.id)}`;
    const repeated = times === 1 ? '' : ` [up to ${times} times]`;
    const title = wrap(
      `${String(number + 1).padStart(3)}  ${name}  ${probe.title}${repeated}${condition}`,
      width,
      '',
      '     ',
    );
    number += times;
    return tests.length === 0 ? title : `${title}\n${paint.dim(wrap(tests.join(', '), width, '       '))}`;
  });
  const every = wide.length === 0 ? '' : wrap(`every request also tests: ${wide.join(', ')}`, width, '', '  ');
  const limits = head.limits === undefined ? '' : limitRequests(head, head.limits, width);
  const blocks = [lines.join('\n'), every, limits, 'Nothing was sent (--dry-run).'];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Whether the run can judge the requirement. A read-only run cannot if its evidence is a create or a created animal. */
export function isJudged({ requirement: id, from }: Check, { probes, head: { settings } }: Prepared): boolean {
  if (settings.readOnly && needsCreates(id)) return false;
  return from === 'all' || probes.some((probe) => from.includes(probe.id) && isSendable(probe, settings));
}

/** `63 of 104 requirements, 40 of them musts` */
function judgedOf(judged: readonly Check[], checks: readonly Check[]): string {
  const musts = judged.filter(({ requirement: id }) => requirement(id).level === 'must').length;
  return `${judged.length} of ${plural(checks.length, 'requirement')}, ${musts} of them musts`;
}

/** Joins consecutive probes that differ only in their number (`list.fill-1`, `list.fill-2` …). */
function repeats(probes: readonly Probe[]) {
  const stem = ({ id, title }: Probe) => `${id.replace(/-\d+$/, '-')} ${title}`;
  return [...groupBy(probes, stem).values()].flatMap((alike) => {
    const [probe, last] = [alike[0], alike.at(-1)];
    return probe === undefined || last === undefined ? [] : [{ probe, last, times: alike.length }];
  });
}

/** The experiment of docs/limits.md in a few lines. */
function limitRequests({ settings }: Head, limits: LimitSettings, width: number): string {
  const { plans, sustainWindows, daily } = limits;
  const each = (number: (plan: LimitPlan) => number) =>
    plans.map((one) => `${one.plan} ${count(number(one))}`).join(', ');
  const create = settings.readOnly ? '' : ' 1 valid create, which must be refused, and';
  const second = plans.some(({ secondKey }) => secondKey !== undefined) ? ', in turn with the second keys' : '';
  const paced = sustainWindows === 0 ? [] : [each(({ perMinute }) => perMinute * sustainWindows)];
  const steps = [
    `lists, gets and invalid creates with a fresh key${second}, then a burst of lists up to the limit, plus 2 (${each(({ perMinute }) => perMinute)})`,
    `only if nothing was refused: more lists (at most ${each((one) => costOfPlan(one, limits).topUp)})`,
    `${create} 1 get; 1 list half a window later, just before Reset, after Retry-After and after Reset`.trim(),
    ...paced.map((requests) => `lists at the plan's rate (${requests})`),
    ...plans.flatMap((plan) => {
      const { requests, offered } = costOfDay(plan, settings.windowSeconds);
      const key = daily[plan.plan];
      return key === undefined ? [] : [`${key}: up to ${requests} lists at ${offered} per window`];
    }),
    `only to confirm a violation: the steps up to Reset again (at most ${each((one) => costOfPlan(one, limits).retry)})`,
  ];
  const lines = steps.map((step) => wrap(step, width, '     ', '       '));
  return `limits (k6, all plans at once, each with its own key):\n${lines.join('\n')}`;
}
