import type { Head, LimitSettings } from '../exchange/index.ts';
import { underWayAtMost } from '../k6/under-way.ts';
import { wrap } from '../reporters/inert.ts';
import type { Paint } from '../reporters/paint.ts';
import { sentAlways, windowsToWait } from '../run/duration.ts';
import { requestsForPlan, secondsForLimits } from '../run/limits-cost.ts';
import type { Prepared } from '../run/prepare.ts';
import { setAsideBill, setAsidePlan } from './bill-set-aside.ts';
import { type Bounds, boundRows } from './bounds.ts';

/** The first lines of a run: what will be done to whom, and what it costs. */
export function bill(prepared: Prepared, bounds: Bounds, paint: Paint, width: number): string {
  const { head, probes } = prepared;
  const { target, tool, settings } = head;
  const readOnly = settings.readOnly ? ': read-only; --allow-writes would create animals' : '';
  const rows: (readonly [string, string])[] = [
    ['target', `${target.baseUrl} (${target.class}${readOnly})`],
    ...(probes.length === 0 ? [] : conformanceBill(prepared)),
    ...(head.limits === undefined
      ? []
      : [...limitsBill(head, head.limits), ...setAsideBill(head, head.limits, perWindow(settings.windowSeconds))]),
    ...boundRows(bounds),
    ['run', head.run],
  ];
  const lines = rows.map(([name, text]) => wrap(text, width, `  ${name.padEnd(8)}`, ' '.repeat(10)));
  return `${paint.bold(`storecheck ${tool.version} · ${head.command}`)}\n${lines.join('\n')}\n`;
}

const share = (count: number, of: number) => `${Math.round((count / of) * 1000) / 10} %`;
const perWindow = (seconds: number) => (seconds === 60 ? 'a minute' : `a ${seconds} s window`);

function conformanceBill(prepared: Prepared): (readonly [string, string])[] {
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
function limitsBill({ settings }: Head, limits: LimitSettings): (readonly [string, string])[] {
  const seconds = secondsForLimits(limits, settings.windowSeconds);
  const { windowSeconds } = settings;
  const underWay = (perWindow: number) =>
    underWayAtMost({ perWindow, windowSeconds, connections: limits.connections, answerMs: 0 }, perWindow);
  return [
    ...limits.plans.map((plan): readonly [string, string] => {
      const most = requestsForPlan(plan, limits);
      return [
        'limit',
        `${plan.key}${plan.secondKey === undefined ? '' : ` and ${plan.secondKey}`}: ${plan.perMinute} requests ${perWindow(settings.windowSeconds)} are pushed with at most ${most} requests (${share(most, plan.perDay)} of the day); ${limits.refusals} refusals stop the burst (up to ${underWay(plan.perMinute)} requests are under way then, more where answers are slow), 4 to 6 are usual`,
      ];
    }),
    [
      'takes',
      `about ${seconds} s, all keys at once${limits.sustainWindows > 0 ? `, then ${limits.sustainWindows} paced ${limits.sustainWindows === 1 ? 'window' : 'windows'}` : ''}; a key that is not fresh is waited for, a window more; a breach that a restart of the service would explain is looked at a second time, at the same cost; meanwhile nobody else can use the keys`,
    ],
  ];
}

/** The requests that pushing the limits consists of, in order. */
function limitsPlan({ settings }: Head, limits: LimitSettings, width: number): string {
  const { plans, sustainWindows } = limits;
  const lines = plans.map((one) => {
    const { plan, perMinute, secondKey } = one;
    return wrap(
      [
        '1 list on a fresh key (waits for a fresh window otherwise)',
        ...(secondKey === undefined ? [] : ['2 lists on each of both keys, in turns']),
        `a burst of lists up to ${perMinute}, and 2 beyond`,
        ...(secondKey === undefined ? [] : ['1 list on the second key']),
        settings.readOnly ? '1 get' : '1 create with an empty object (never stored) and 1 get',
        '1 list half a window later',
        '1 list when Retry-After is over, 1 when Reset has come',
        ...(sustainWindows > 0 ? [`${perMinute * sustainWindows} lists at the plan's rate`] : []),
        ...setAsidePlan(one, limits, settings.windowSeconds),
      ].join('; '),
      width,
      `     ${plan.padEnd(10)} `,
      ' '.repeat(16),
    );
  });
  return `\nlimits, with k6, all plans at once:\n${lines.join('\n')}\n`;
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
  const every =
    wide.length === 0 ? '' : `\n${wrap(`every request also serves: ${wide.join(', ')}`, width, '', '  ')}\n`;
  const limits = head.limits === undefined ? '' : limitsPlan(head, head.limits, width);
  return `${lines.join('\n')}\n${every}${limits}\nnothing was sent (--dry-run)\n`;
}
