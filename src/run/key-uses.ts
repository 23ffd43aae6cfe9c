import { requestsOf } from '../capacity/steps.ts';
import { longestWaitMs } from '../client/ask.ts';
import type { ApiKey } from '../exchange/api-key.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { REFUSALS } from '../exchange/load-defaults.ts';
import type { CapacityPlan } from '../exchange/records/capacity-record.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Head, LimitSettings, Settings } from '../exchange/records/run-record.ts';
import type { KeyLabel } from '../exchange/records/schema.ts';
import type { EndedTrace, Trace } from '../exchange/trace.ts';
import { refusalIn } from '../judge/checks/day-used-up.ts';
import type { Judged } from '../judge/judge-run.ts';
import type { Block, Work } from '../ledger/ledger.ts';
import { isSendable } from '../probes/probe.ts';
import { exchangesOf } from '../result/load.ts';
import { costOfPlan } from './limits-cost.ts';
import type { KeyUse, SentByKey } from './lock-keys.ts';
import type { Prepared } from './prepare.ts';

/** Maximum requests of a run with each key. Dedicated keys are counted, not limited. */
export function keyUsesOf({ head, probes }: Prepared, keys: readonly ApiKey[]): KeyUse[] {
  const { limits, settings } = head;
  const requests = probes.filter((probe) => isSendable(probe, settings)).length;
  const costs = [
    ...(probes.length === 0 ? [] : [{ label: settings.key, perDay: settings.perDay, requests, refusals: 0 }]),
    ...(limits === undefined ? [] : costsOfLimits(limits)),
  ];
  const uses = new Map<KeyLabel, KeyUse>();
  for (const { label, ...cost } of costs) {
    const key = keys.find((one) => one.label === label);
    if (key === undefined) continue;
    const { requests = 0, refusals = 0 } = uses.get(label) ?? {};
    uses.set(label, { ...cost, key, requests: requests + cost.requests, refusals: refusals + cost.refusals });
  }
  return [...uses.values()];
}

function costsOfLimits(limits: LimitSettings) {
  return limits.plans.flatMap((plan) => {
    const { perDay } = plan;
    const { own, second } = costOfPlan(plan, limits);
    const day = limits.daily[plan.plan];
    return [
      { label: plan.key, perDay, requests: own, refusals: REFUSALS },
      ...(plan.secondKey === undefined ? [] : [{ label: plan.secondKey, perDay, requests: second, refusals: 1 }]),
      ...(day === undefined ? [] : [{ label: day, perDay: Number.POSITIVE_INFINITY, requests: 0, refusals: 0 }]),
    ];
  });
}

export function sentByKey(trace: Trace): SentByKey {
  const sent = new Map<string, Work>();
  for (const exchange of exchangesOf(trace)) {
    if (exchange.key === null) continue;
    const { requests, refusals } = sent.get(exchange.key) ?? { requests: 0, refusals: 0 };
    sent.set(exchange.key, { requests: requests + 1, refusals: refusals + (isRefusal(exchange) ? 1 : 0) });
  }
  return sent;
}

const isRefusal = (exchange: Exchange) => isAnswered(exchange) && exchange.received.status === 429;

/** Maximum requests with each key of the pool. */
export function poolUses(plan: CapacityPlan, keys: readonly ApiKey[]): KeyUse[] {
  const requests = requestsOf(plan);
  const byLabel = new Map(keys.map((key) => [key.label, key]));
  return plan.shares.flatMap((share) =>
    Array.from({ length: share.keys }, (_, index) => {
      const key = byLabel.get(`${share.plan}#${index + 1}`);
      const own = Math.ceil((requests * share.share) / share.keys) + 1;
      const { perDay = Number.POSITIVE_INFINITY } = share;
      return key === undefined ? [] : { key, perDay, requests: own, refusals: 0 };
    }).flat(),
  );
}

/** Keys that later runs must not use for now: the limit of the day is exhausted, or they may be banned. */
export function blockedKeys(trace: EndedTrace, { numbers }: Pick<Judged, 'numbers'>): Record<KeyLabel, Block> {
  const { head, end, exchanges } = trace;
  const ofPlans = (head.limits?.plans ?? []).flatMap(({ plan, key, ...limits }) => {
    const { banSuspected = false, dayLimitAnswered = false } = numbers[plan] ?? {};
    if (!banSuspected && !dayLimitAnswered) return [];
    const block = dayOver(lastOf(trace, key), limits, head) ?? (banSuspected ? MAYBE_BANNED : undefined);
    return block === undefined ? [] : [[key, block] as const];
  });
  // The last request of a check that stopped at a 429 got it, with the key or without.
  const ofCheck = [head.settings.key, dayOver(exchanges.at(-1), head.settings, head) ?? MAYBE_BANNED] as const;
  return Object.fromEntries([...ofPlans, ...(end?.reason === 'rate-limited' ? [ofCheck] : [])]);
}

const MAYBE_BANNED: Block = {
  reason: 'still refused after Retry-After, which rule 5 of the specification says of bans',
};

function lastOf(trace: EndedTrace, label: KeyLabel): Exchange | undefined {
  let last: Exchange | undefined;
  for (const exchange of exchangesOf(trace)) if (exchange.key === label) last = exchange;
  return last;
}

/** Why a key stays refused after its last response, if that shows the limit of the day or a wait longer than a window. */
function dayOver(
  last: Exchange | undefined,
  quota: Pick<Settings, 'perDay' | 'perMinute'>,
  { settings }: Head,
): Block | undefined {
  const refusal = refusalIn(last, quota);
  if (refusal === undefined) return undefined;
  const { isDay, wait = 0, words, until } = refusal;
  if (!isDay && wait <= longestWaitMs(settings)) return undefined;
  return {
    reason: isDay
      ? `the limit of the day is exhausted (${words})`
      : `the service refuses this key for longer than a window (${words})`,
    until,
  };
}
