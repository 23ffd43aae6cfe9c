import { isAnswered, isRateLimited } from '../exchange/exchange.ts';
import { DAY_MS, isDayLimit, nextMinute } from '../exchange/rate-headers.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Settings } from '../exchange/records/run-record.ts';
import type { EndedTrace } from '../exchange/trace.ts';
import { because, type Reason } from '../rules/conclusion.ts';
import { readRate, retryAfterMs, serverSecond } from '../rules/rate/rate-reading.ts';
import { askedIn } from './expect/request.ts';

/** What a 429 says about the key; undefined for any other response. */
export function refusalIn(exchange: Exchange | undefined, limits: Pick<Settings, 'perDay' | 'perMinute'>) {
  if (exchange === undefined || !isRateLimited(exchange)) return undefined;
  const { limit, remaining, reset, retryAfter } = readRate(exchange);
  const wait = retryAfterMs(exchange);
  const now = serverSecond(exchange);
  const toReset = reset === undefined || now === undefined ? DAY_MS : (reset - now) * 1_000;
  return {
    /** Whether it shows that the daily limit is exhausted. */
    isDay: isDayLimit(limit, limits) && remaining === 0,
    wait,
    /** `429, Retry-After 60`. */
    words: retryAfter === undefined ? '429' : `429, Retry-After ${retryAfter.text}`,
    /** When the key can be used again. */
    until: exchange.received.at + Math.max(0, Math.min(wait ?? toReset, DAY_MS)),
  };
}

/** Why the key of a check that stopped at a 429 stays refused: the last request shows an exhausted daily limit. */
export function stoppedByDay({ head, end, exchanges }: EndedTrace): Reason | undefined {
  const refusal = end?.reason === 'rate-limited' ? refusalIn(exchanges.at(-1), head.settings) : undefined;
  if (refusal?.isDay !== true) return undefined;
  return because('day-used-up', { refused: refusal.words, from: nextMinute(refusal.until) });
}

/** Refused credentials after which a firewall or the service may block an address: not after four (tests/judge/golden/blocks.txt). */
const MIN_WRONG_KEYS = 5;
/** If at least this much quota was left, a 429 does not come from the rate limit: with 4 it may (tests/judge/golden/blocks.txt). */
const MIN_REMAINING = 5;

/**
 * From one moment on, every request with the key was refused, after credentials that had to be refused: the address is blocked, so later
 * responses say nothing about the service. `before`: the run until the last response before the block.
 */
export function addressRefusalIn(trace: EndedTrace) {
  const answered = trace.exchanges.filter(isAnswered);
  const withKey = answered.filter(({ key }) => key !== null);
  const last = withKey.findLast(({ received }) => ![403, 429].includes(received.status));
  const refused = withKey.filter(({ seq }) => seq > (last?.seq ?? 0));
  const [status, ...others] = new Set(refused.map(({ received }) => received.status));
  if (last === undefined || status === undefined || others.length > 0) return undefined;
  if (status === 429 && (readRate(last).remaining ?? 0) < MIN_REMAINING) return undefined;
  const between = answered.filter(({ seq }) => seq > last.seq && seq < (refused[0]?.seq ?? 0));
  const wrong = between.filter((exchange) => askedIn(exchange).credentialRequirements.length > 0);
  // One 429 suffices, because a run ends at a 429 that asks for too long a wait.
  if (wrong.length < MIN_WRONG_KEYS || refused.length < (status === 429 ? 1 : 2)) return undefined;
  const exchanges = trace.exchanges.filter(({ seq }) => seq <= last.seq);
  return {
    before: { ...trace, exchanges, end: null },
    reason: because('refused-after-wrong-keys', { wrong: wrong.length, status }),
  };
}
