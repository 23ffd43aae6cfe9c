import { requestsOf } from '../../capacity/steps.ts';
import type { ApiKey } from '../../exchange/api-key.ts';
import { isAnswered } from '../../exchange/exchange.ts';
import { REFUSALS } from '../../exchange/load-defaults.ts';
import type { CapacityPlan } from '../../exchange/records/capacity-record.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { LimitSettings } from '../../exchange/records/run-record.ts';
import type { KeyLabel } from '../../exchange/records/schema.ts';
import type { Trace } from '../../exchange/trace.ts';
import type { Work } from '../../ledger/budget.ts';
import { isSendable } from '../../probes/probe.ts';
import { exchangesOf } from '../../result/load.ts';
import { costOfPlan } from '../limits-cost.ts';
import type { Prepared } from '../prepare.ts';
import type { KeyUse } from './key-budget.ts';
import type { SentByKey } from './lock-keys.ts';

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
