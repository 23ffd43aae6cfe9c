import {
  type End,
  type Head,
  JournalError,
  type KeyLabel,
  type LimitPlan,
  type LoadRecord,
  type Start,
} from '../exchange/index.ts';
import { isPlanName, QUOTAS } from '../spec/plans.ts';
import { requestsForLimits } from './limits-cost.ts';
import { OF_THIS_TOOL, otherPlans } from './prepare.ts';
import { classOf } from './target-class.ts';

const MINUTES_OF_DAY = 1440;

/** The head that our driver would have written, for a journal of bare `k6 run`: its first line says the rest. */
export function bareHead(load: readonly LoadRecord[]): Head {
  const starts = load.filter(isStart);
  const [start] = starts;
  if (start === undefined) throw new JournalError('the journal has neither a head nor a start record of k6');
  const { run, baseUrl, connections = 50, refusals = 8 } = start.config;
  const plans = plansOf(starts);
  const [{ plan, key, perMinute, perDay } = { plan: '', key: 'none#1' as KeyLabel, perMinute: 1, perDay: 1 }] = plans;
  const limits = { plans, connections, refusals, sustainWindows: 0, daily: {}, ban: {} };
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
      windowSeconds: start.config.experiments[0]?.windowSeconds ?? 60,
      readOnly: false,
      settleMs: 2000,
      today: startedAt.slice(0, 10),
      categories: null,
      only: [],
      skip: [],
      maxRequests: requestsForLimits(limits),
      tag: '0',
    },
    limits,
    planned: requestsForLimits(limits),
  };
}

function plansOf(starts: readonly Start[]): LimitPlan[] {
  const byKey = new Map<KeyLabel, LimitPlan>();
  for (const { plan, key, secondKey, perWindow } of starts.flatMap(({ config }) => config.experiments)) {
    const stated = isPlanName(plan) ? QUOTAS[plan] : null;
    byKey.set(key, {
      plan,
      key,
      ...(secondKey === undefined ? {} : { secondKey }),
      perMinute: perWindow,
      perDay: stated?.perDay ?? perWindow * MINUTES_OF_DAY,
      otherPlans: otherPlans(plan),
    });
  }
  return [...byKey.values()];
}

/** k6 ended properly where every experiment has its closing line; what is missing besides is told key by key. */
export function bareEnd(load: readonly LoadRecord[]): End | null {
  const closed = new Set(
    load.flatMap((record) => ('kind' in record && record.kind === 'experiment' ? [record.key] : [])),
  );
  const wanted = load.filter(isStart).flatMap(({ config }) => config.experiments);
  if (!wanted.every(({ key }) => closed.has(key))) return null;
  const at = load.reduce((last, record) => Math.max(last, 'at' in record ? record.at : 0), 0);
  return { v: 1, kind: 'end', at, finishedAt: new Date(at).toISOString(), reason: 'complete' };
}

function isStart(record: LoadRecord): record is Start {
  return 'kind' in record && record.kind === 'start';
}
