import type { Head, LimitSettings } from '../exchange/index.ts';
import { underWayAtMost } from '../k6/under-way.ts';
import { wrap } from '../reporters/inert.ts';
import type { Paint } from '../reporters/paint.ts';
import { sentAlways, windowsToWait } from '../run/duration.ts';
import { requestsForPlan, requestsUsually, secondsForLimits } from '../run/limits-cost.ts';
import type { Prepared } from '../run/prepare.ts';
import { setAsideBill, setAsidePlan } from './bill-set-aside.ts';
import { billText, type Row } from './bill-text.ts';
import { type Bounds, boundRows } from './bounds.ts';
import { plainHttpRow } from './plain-http.ts';

/** The bill of a run that checks, pushes limits, or both; `width` in columns. */
export function bill(prepared: Prepared, bounds: Bounds, paint: Paint, width: number): string {
  const { head, probes } = prepared;
  const { target, settings } = head;
  const rows: Row[] = [
    ['target', `${target.baseUrl} (${classWords(head)})`],
    ...plainHttpRow(target.baseUrl),
    ...(probes.length === 0 ? [] : conformanceBill(prepared)),
    ...(head.limits === undefined
      ? []
      : [...limitsBill(head, head.limits), ...setAsideBill(head, head.limits, perWindow(settings.windowSeconds))]),
    ...boundRows(bounds),
    ...rerunRow(head),
    ['run', head.run],
  ];
  return billText(head.command, rows, paint, width);
}

/** How carefully the target is treated, and what would change that. */
function classWords({ target, settings }: Head): string {
  const unknown = target.class === 'production' && target.name === new URL(target.baseUrl).host;
  const words = [
    unknown ? 'production, as any host that no target of storecheck.yaml gives `class: staging`' : target.class,
    ...(settings.readOnly ? ['read-only; --allow-writes would create animals'] : []),
  ];
  return words.join(': ');
}

function rerunRow({ rerun }: Head): Row[] {
  if (rerun === undefined) return [];
  const ids = [...new Set(rerun.failed.map(({ id }) => id))];
  const named = ids.map((id) => {
    const plans = rerun.failed.flatMap((row) => (row.id === id ? (row.plan ?? []) : []));
    return plans.length === 0 ? id : `${id} (${plans.join(', ')})`;
  });
  return [['again', `what had failed in ${rerun.of}, and nothing else: ${named.join('; ')}`]];
}

const share = (count: number, of: number) => `${Math.round((count / of) * 1000) / 10} %`;
const perWindow = (seconds: number) => (seconds === 60 ? 'a minute' : `a ${seconds} s window`);

function conformanceBill(prepared: Prepared): Row[] {
  const { head, checks, probes } = prepared;
  const { settings, spec } = head;
  const sent = probes.filter(({ writes }) => !(writes && settings.readOnly));
  const always = sentAlways(prepared);
  const writes = always.filter((probe) => probe.writes).length;
  const most = Math.min(settings.maxRequests, sent.length);
  return [
    [
      'key',
      `${settings.key}: ${settings.perMinute} requests ${perWindow(settings.windowSeconds)}, ${settings.perDay} a day`,
    ],
    [
      'judges',
      `${checks.length} requirements of the document ${spec.version} (sha256 ${spec.sha256.slice(0, 12)}), one request after the other`,
    ],
    [
      'costs',
      `about ${always.length} requests, at most ${most}: ${share(most, settings.perMinute)} of a minute, ${share(most, settings.perDay)} of the day; no 429 planned`,
    ],
    ['lasts', duration(always.length, settings)],
    [
      'writes',
      settings.readOnly
        ? 'none'
        : `${writes} creates are sent, most of them to be refused; what is created stays, its name begins with "Storecheck ${settings.tag}"`,
    ],
  ];
}

function duration(requests: number, settings: Head['settings']): string {
  const windows = windowsToWait(requests, settings);
  if (windows === 0) return 'some seconds: all of it fits into one window of the plan';
  return `about ${windows * settings.windowSeconds} s: the plan makes it wait for ${windows} more ${windows === 1 ? 'window' : 'windows'}`;
}

/** What pushing each limit costs: all of a minute, and refusals, which the document warns of. */
function limitsBill({ settings }: Head, limits: LimitSettings): Row[] {
  const { windowSeconds } = settings;
  const { plans, refusals, sustainWindows } = limits;
  const paced =
    sustainWindows > 0 ? `, then ${sustainWindows} paced ${sustainWindows === 1 ? 'window' : 'windows'}` : '';
  return [
    ...plans.map((plan): Row => {
      const most = requestsForPlan(plan, limits);
      const second = plan.secondKey === undefined ? '' : ` and ${plan.secondKey}`;
      return [
        'limit',
        `${plan.key}${second}: ${plan.perMinute} ${windowSeconds === 60 ? 'a minute' : `in ${windowSeconds} s`}; ${requestsUsually(plan, limits)} requests, at most ${most} (${share(most, plan.perDay)} of the day)`,
      ];
    }),
    [
      'most',
      'only where a limiter refuses nothing (that draws a top-up, as many again) and where a breach is looked at a second time, as it may have another cause (a restart, another user of the key)',
    ],
    [
      'refused',
      `4 to 6 requests a key usually; a burst that is refused too early ends with ${refusals}, or with all that is under way by then (${underWay(limits, windowSeconds)})`,
    ],
    [
      'takes',
      `about ${secondsForLimits(limits, windowSeconds)} s, all keys at once${paced}; a window more for a key that was used before (two where it is used meanwhile), and one for a second look; nobody else can use the keys meanwhile`,
    ],
  ];
}

/** How many requests of a burst may be refused together. */
function underWay({ plans, refusals, connections }: LimitSettings, windowSeconds: number): string {
  const atOnce = plans.map(({ perMinute }) =>
    underWayAtMost({ perWindow: perMinute, windowSeconds, connections, answerMs: 0 }, perMinute),
  );
  const usually = Math.max(refusals, ...atOnce);
  const most = Math.max(refusals, connections);
  return usually < most ? `${usually} at most, ${most} where answers are slow` : `${most} at most`;
}

/** The requests that pushing the limits consists of, in order. */
function limitsPlan({ settings }: Head, limits: LimitSettings, width: number): string {
  const { plans, sustainWindows } = limits;
  const each = (number: (perMinute: number) => number) =>
    plans.map(({ plan, perMinute }) => `${plan} ${number(perMinute)}`).join(', ');
  const both = plans.filter(({ secondKey }) => secondKey !== undefined).map(({ plan }) => plan);
  const steps = [
    '1 list on a fresh key (waits for a fresh window otherwise)',
    ...(both.length === 0 ? [] : [`2 lists on each of both keys, in turns (${both.join(', ')})`]),
    `a burst of lists up to the limit, and 2 beyond (${each((perMinute) => perMinute)})`,
    ...(both.length === 0 ? [] : [`1 list on the second key (${both.join(', ')})`]),
    settings.readOnly ? '1 get' : '1 create with an empty object (never stored) and 1 get',
    '1 list half a window later, 1 just before Reset',
    '1 list when Retry-After is over, 1 when Reset has come',
    ...(sustainWindows > 0 ? [`lists at the plan's rate (${each((perMinute) => perMinute * sustainWindows)})`] : []),
    ...plans.flatMap((one) => setAsidePlan(one, limits, settings.windowSeconds)),
  ];
  const lines = steps.map((step) => wrap(step, width, '     ', '       '));
  return `limits, with k6, all plans at once, with each plan's key:\n${lines.join('\n')}`;
}

/** Every request of the plan, in order, with the requirements that it serves. */
export function plan({ checks, probes, head }: Prepared, paint: Paint, width: number): string {
  const wide = checks.filter(({ from }) => from === 'all').map(({ requirement }) => requirement);
  const lines = probes.map((probe, index) => {
    const serves = checks
      .filter(({ from }) => from !== 'all' && from.includes(probe.id))
      .map(({ requirement }) => requirement);
    const left = probe.writes && head.settings.readOnly ? ' [not sent: read-only]' : '';
    const condition = probe.onlyIf === undefined ? '' : ` [only if ${probe.onlyIf}]`;
    const title = wrap(
      `${String(index + 1).padStart(3)}  ${paint.bold(probe.id)}  ${probe.title}${condition}${left}`,
      width,
      '',
      '     ',
    );
    return serves.length === 0 ? title : `${title}\n${paint.dim(wrap(serves.join(', '), width, '       '))}`;
  });
  const every = wide.length === 0 ? '' : wrap(`every request also serves: ${wide.join(', ')}`, width, '', '  ');
  const limits = head.limits === undefined ? '' : limitsPlan(head, head.limits, width);
  const blocks = [lines.join('\n'), every, limits, 'nothing was sent (--dry-run)'];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
