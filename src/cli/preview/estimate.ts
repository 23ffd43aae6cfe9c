import type { Head, LimitSettings } from '../../exchange/records/run-record.ts';
import { storingCreates } from '../../explore/plan.ts';
import type { Probe } from '../../probes/probe.ts';
import { type Cost, durationText, sentAlways } from '../../run/cost.ts';
import { costOfDay, type LimitsCost } from '../../run/limits-cost.ts';
import type { Prepared } from '../../run/prepare.ts';
import { count, plural } from '../../text/count.ts';
import { keySourceText } from '../../text/mistakes.ts';
import type { TargetSettings } from '../options/settings.ts';
import { estimateText, type Layout, type Row, stopRows, targetRows } from './layout.ts';
import { isJudged, judgedOf } from './requests.ts';

/** What the guard says of the target: if it refuses the run, nothing in it is called allowed. */
type Guarded = Pick<TargetSettings, 'missing'>;

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
function targetDescription(prepared: Prepared, { missing }: Guarded): string {
  const isRefused = missing !== undefined;
  const { target, settings, limits } = prepared.head;
  const isUnknown = target.class === 'production' && target.name === new URL(target.baseUrl).host;
  const ownClass = isUnknown ? 'production by default' : target.class;
  const parts = [
    ownClass,
    ...(isRefused ? [missing] : []),
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
