import { classOf, DEFAULTS } from '../config/index.ts';
import {
  type End,
  endRecord,
  type Head,
  JournalError,
  type KeyLabel,
  type LimitPlan,
  type LoadRecord,
  type LoadScript,
  ofKind,
  type QuotaExperiment,
  type Start,
} from '../exchange/index.ts';
import { isPlanName, QUOTAS } from '../spec/plans.ts';
import { requestsForLimits } from './limits-cost.ts';
import { CHECK_DEFAULTS, OF_THIS_TOOL, otherPlans } from './prepare.ts';

const MINUTES_OF_DAY = 1440;

const DEDICATED: readonly LoadScript[] = ['daily'];

/** The head for a journal of plain `k6 run`, built from its start record. */
export function bareHead(load: readonly LoadRecord[]): Head {
  const starts = ofKind(load, 'start');
  const [start] = starts;
  if (start === undefined) throw new JournalError('the journal has neither a head nor a start record of k6');
  const { run, baseUrl } = start.config;
  const { connections, refusals } = DEFAULTS;
  const plans = plansOf(starts);
  const windowSeconds = start.config.experiments[0]?.windowSeconds ?? DEFAULTS.windowSeconds;
  const [{ plan, key, perMinute, perDay } = { plan: '', key: 'none#1' as KeyLabel, perMinute: 1, perDay: 1 }] = plans;
  const dedicatedIn = (script: LoadScript): Record<string, KeyLabel> =>
    Object.fromEntries(
      starts
        .filter((one) => one.script === script)
        .flatMap(({ config }) => config.experiments.map((experiment) => [experiment.plan, experiment.key])),
    );
  const limits = {
    plans,
    connections,
    refusals,
    sustainWindows: 0,
    daily: dedicatedIn('daily'),
    ban: {},
  };
  const startedAt = new Date(start.at).toISOString();
  const target = new URL(baseUrl);
  return {
    v: 1,
    kind: 'head',
    run,
    command: 'limits',
    ...OF_THIS_TOOL,
    startedAt,
    target: { name: target.host, baseUrl, class: classOf(target) },
    settings: {
      plan,
      key,
      keyHasLetters: true,
      perMinute,
      perDay,
      otherPlans: otherPlans(plan),
      windowSeconds,
      readOnly: false,
      settleMs: CHECK_DEFAULTS.settleMs,
      today: startedAt.slice(0, 10),
      categories: null,
      only: [],
      skip: [],
      maxRequests: requestsForLimits(limits, windowSeconds),
      tag: '0',
    },
    limits,
    planned: requestsForLimits(limits, windowSeconds),
  };
}

function plansOf(starts: readonly Start[]): LimitPlan[] {
  const all = starts.flatMap(({ script, config }) => config.experiments.map((one) => ({ ...one, script })));
  const exhausted = all.filter(({ script }) => !DEDICATED.includes(script));
  // A plan with only a dedicated key is judged by that key.
  const others = all
    .filter(({ plan }) => !exhausted.some((one) => one.plan === plan))
    .map((one) => ({ ...one, key: `${one.plan}#1` as KeyLabel }));
  const byKey = new Map<KeyLabel, LimitPlan>();
  for (const { plan, key, secondKey, perWindow } of [...exhausted, ...others]) {
    const stated = isPlanName(plan) ? QUOTAS[plan] : null;
    const [recorded] = all.flatMap((one) => (one.plan === plan ? perDayIn(one) : []));
    byKey.set(key, {
      plan,
      key,
      ...(secondKey === undefined ? {} : { secondKey }),
      perMinute: perWindow,
      perDay: recorded ?? stated?.perDay ?? perWindow * MINUTES_OF_DAY,
      otherPlans: otherPlans(plan),
    });
  }
  return [...byKey.values()];
}

function perDayIn(experiment: QuotaExperiment): number[] {
  return 'perDay' in experiment && typeof experiment.perDay === 'number' ? [experiment.perDay] : [];
}

/** k6 ended properly if every experiment has its closing record. Other gaps are reported by key. */
export function bareEnd(load: readonly LoadRecord[]): End | null {
  const closed = new Set(ofKind(load, 'experiment').map(({ key }) => key));
  const wanted = ofKind(load, 'start').flatMap(({ config }) => config.experiments);
  if (!wanted.every(({ key }) => closed.has(key))) return null;
  const at = load.reduce((last, record) => Math.max(last, 'at' in record ? record.at : 0), 0);
  return endRecord(at, 'complete');
}
