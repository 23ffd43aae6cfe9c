import { longestWaitMs } from '../../client/ask.ts';
import {
  type EndedTrace,
  type Exchange,
  type Head,
  isAnswered,
  type KeyLabel,
  type Settings,
} from '../../exchange/index.ts';
import type { Judged } from '../../judge/judge-run.ts';
import { type Block, DAY_MS } from '../../ledger/index.ts';
import { exchangesOf } from '../../result/load.ts';
import { readRate, serverSecond } from '../../rules/rate/reading.ts';
import { retryAfterMs } from '../../rules/rate/retry-after.ts';

/** Keys that later runs must not use for now: the limit of the day is used up, or they may be banned. */
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
  { perDay, perMinute }: Pick<Settings, 'perDay' | 'perMinute'>,
  { settings }: Head,
): Block | undefined {
  if (last === undefined || !isAnswered(last) || last.received.status !== 429) return undefined;
  const { limit, remaining, reset } = readRate(last);
  const wait = retryAfterMs(last);
  const isDay = limit === perDay && perDay !== perMinute && remaining === 0;
  if (!isDay && (wait ?? 0) <= longestWaitMs(settings)) return undefined;
  const { at } = last.received;
  const now = serverSecond(last);
  const toReset = reset === undefined || now === undefined ? DAY_MS : (reset - now) * 1_000;
  const refused = wait === undefined ? '429' : `429, Retry-After ${Math.ceil(wait / 1_000)}`;
  return {
    reason: isDay
      ? `the limit of the day is used up (${refused})`
      : `the service refuses this key for longer than a window (${refused})`,
    until: at + Math.min(wait ?? toReset, DAY_MS),
  };
}
