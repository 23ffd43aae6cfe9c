import { longestWaitMs } from '../client/ask.ts';
import { isAnswered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Head } from '../exchange/records/run-record.ts';
import type { KeyLabel } from '../exchange/records/types.ts';
import { type EndedTrace, exchangesOf, type Trace } from '../exchange/trace.ts';
import { refusalIn } from '../judge/checks/refused-key.ts';
import type { Judged } from '../judge/limits/judge-limits.ts';
import type { Block, Work } from '../ledger/ledger.ts';
import type { Quota } from '../spec/plans.ts';
import type { SentByKey } from './lock-keys.ts';

export function sentByKey(trace: Trace): SentByKey {
  const sent = new Map<string, Work>();
  for (const exchange of exchangesOf(trace)) {
    if (exchange.key === null) continue;
    const { requests, refusals } = sent.get(exchange.key) ?? { requests: 0, refusals: 0 };
    sent.set(exchange.key, {
      requests: requests + 1,
      refusals: refusals + (isAnswered(exchange) && exchange.received.status === 429 ? 1 : 0),
    });
  }
  return sent;
}

/** Keys that later runs must not use for now: the limit of the day is exhausted, or they may be banned. */
export function blockedKeys(trace: EndedTrace, { numbers }: Pick<Judged, 'numbers'>): Record<KeyLabel, Block> {
  const { head, end, exchanges } = trace;
  const ofPlans = (head.limits?.plans ?? []).flatMap(({ plan, key, ...limits }) => {
    const { banSuspected = false, dayLimitAnswered = false } = numbers[plan] ?? {};
    if (!banSuspected && !dayLimitAnswered) return [];
    const last = [...exchangesOf(trace)].findLast((exchange) => exchange.key === key);
    const block = dayOver(last, limits, head) ?? (banSuspected ? MAYBE_BANNED : undefined);
    return block === undefined ? [] : [[key, block] as const];
  });
  // The last request of a check that stopped at a 429 got it, with the key or without.
  const ofCheck = [head.settings.key, dayOver(exchanges.at(-1), head.settings, head) ?? MAYBE_BANNED] as const;
  return Object.fromEntries([...ofPlans, ...(end?.reason === 'rate-limited' ? [ofCheck] : [])]);
}

const MAYBE_BANNED: Block = {
  reason: 'still refused after Retry-After, which rule 5 of the specification says of bans',
};

/** Why a key stays refused after its last response, if that shows the limit of the day or a wait longer than a window. */
function dayOver(last: Exchange | undefined, quota: Quota, { settings }: Head): Block | undefined {
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
