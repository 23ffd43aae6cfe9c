import { PROBES } from '../../../suites/index.ts';
import type { Head, LimitSettings } from '../../exchange/index.ts';
import { storingCreates } from '../../explore/plan.ts';
import { REDUCTIONS } from '../../explore/reduce.ts';
import { underWayAtMost } from '../../k6/under-way.ts';
import { isSendable } from '../../probes/index.ts';
import { plural } from '../../reporters/text/count.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import { sentAlways, windowsToWait } from '../../run/duration.ts';
import type { Bounds } from '../../run/lifecycle/bounds.ts';
import { requestsForPlan, requestsUsually, secondsForLimits } from '../../run/limits-cost.ts';
import type { Prepared } from '../../run/prepare.ts';
import { setAsideBill } from './bill-set-aside.ts';
import { billText, boundRows, type Row, targetRows } from './bill-text.ts';

/** The bill of a run that checks, pushes limits, or both; `width` in columns. */
export function bill(prepared: Prepared, bounds: Bounds, paint: Paint, width: number): string {
  const { head, probes } = prepared;
  const { target, settings } = head;
  const rows: Row[] = [
    ...targetRows(target.baseUrl, classWords(head)),
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
function classWords({ target, settings, limits }: Head): string {
  const unknown = target.class === 'production' && target.name === new URL(target.baseUrl).host;
  const words = [
    unknown ? 'production, as any host that no target of storecheck.yaml gives `class: staging`' : target.class,
    ...(limits === undefined || target.class !== 'production' ? [] : ['load allowed']),
    ...(settings.readOnly ? ['read-only (--allow-writes would create animals)'] : []),
  ];
  return words.join('; ');
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
  const sent = probes.filter((probe) => isSendable(probe, settings));
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
      `${plural(checks.length, 'requirement')} of the document ${spec.version} (sha256 ${spec.sha256.slice(0, 12)}), one request after the other`,
    ],
    [
      'costs',
      `about ${plural(always.length, 'request')}, at most ${most}: ${share(most, settings.perMinute)} of a minute, ${share(most, settings.perDay)} of the day; no 429 planned`,
    ],
    ...(settings.only.length + settings.skip.length > 0 && probes.length === PROBES.length ? [SAVES_NOTHING] : []),
    ['lasts', duration(always.length, settings)],
    [
      'writes',
      settings.readOnly
        ? 'none'
        : `${writes} creates are sent, most of them to be refused; what is created stays, its name begins with "Storecheck ${settings.tag}"`,
    ],
    ...explorationRow(prepared),
  ];
}

function explorationRow({ head: { settings }, probes }: Prepared): Row[] {
  const { exploration } = settings;
  if (exploration === undefined) return [];
  const stored = settings.readOnly
    ? 'reads only'
    : `up to ${plural(storingCreates(probes), 'animal')} created, some with names that do not begin so (residue.json lists them)`;
  return [
    [
      'depth',
      `thorough: ${plural(exploration.requests, 'request')} of these explore, ${stored}; up to ${REDUCTIONS} more confirm and reduce what it finds; --seed ${exploration.seed} repeats it`,
    ],
  ];
}

const SAVES_NOTHING: Row = [
  'partial',
  'as many requests as a whole run: something that is judged over every response is left in',
];

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
      `3 to 8 requests a key usually; a burst that is refused too early ends with ${refusals}, or with all that is under way by then (${underWay(limits, windowSeconds)})`,
    ],
    [
      'takes',
      `about ${secondsForLimits(limits, windowSeconds)} s, all keys at once${paced}; a window more for a key that was used before (two where it is used meanwhile), and one or two for a second attempt; nobody else can use the keys meanwhile`,
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
