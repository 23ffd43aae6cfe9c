import { type Exchange, isAnswered, type KeyLabel, type Trace } from '../../exchange/index.ts';
import type { Work } from '../../ledger/index.ts';
import { isSendable } from '../../probes/index.ts';
import { exchangesOf } from '../../result/load.ts';
import { REQUESTS_FOR_SECOND_KEY, requestsForKey } from '../../run/limits-cost.ts';
import type { Prepared } from '../../run/prepare.ts';
import { requestsToWait } from '../options/bounds.ts';
import type { LoadCall } from '../options/read-limits.ts';
import type { Call } from '../options/read-request.ts';
import type { Holding, KeyWork, SentByKey } from './key-use.ts';
import type { Work as Asked } from './work.ts';

/** What each key is put to, at most. Keys that were set aside are theirs to use up: they are counted, not limited. */
export function worksOf({ head, probes }: Prepared, { request, key }: Call, load: LoadCall | undefined): KeyWork[] {
  const works = new Map<KeyLabel, KeyWork>();
  const add = (work: KeyWork) => {
    const { requests = 0, refusals = 0 } = works.get(work.label) ?? {};
    works.set(work.label, { ...work, requests: requests + work.requests, refusals: refusals + work.refusals });
  };
  const { perDay } = request.quota;
  if (probes.length > 0) {
    const requests = probes.filter((probe) => isSendable(probe, head.settings)).length;
    add({ label: head.settings.key, value: key, perDay, requests, refusals: 0 });
  }
  if (load === undefined) return [...works.values()];
  const { limits, keys } = load;
  for (const plan of limits.plans) {
    const value = (label: KeyLabel) => keys.get(label) ?? '';
    const requests = requestsForKey(plan, limits);
    add({ label: plan.key, value: value(plan.key), perDay: plan.perDay, requests, refusals: limits.refusals });
    if (plan.secondKey !== undefined)
      add({
        label: plan.secondKey,
        value: value(plan.secondKey),
        perDay: plan.perDay,
        requests: REQUESTS_FOR_SECOND_KEY,
        refusals: 1,
      });
    for (const label of [limits.daily[plan.plan], limits.ban[plan.plan]])
      if (label !== undefined)
        add({ label, value: value(label), perDay: Number.POSITIVE_INFINITY, requests: 0, refusals: 0 });
  }
  return [...works.values()];
}

/** Whose keys are held, and what is counted besides. */
export function holdingOf({ head }: Prepared, { call, granted, bounds }: Asked): Holding {
  const { host } = new URL(head.target.baseUrl);
  const { targetClass } = call.request;
  return { run: head.run, host, targetClass, budgets: granted?.budgets, before: requestsToWait(bounds) };
}

/** What each key was really put to. */
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
