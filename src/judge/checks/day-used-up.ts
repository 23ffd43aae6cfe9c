import { isAnswered } from '../../exchange/exchange.ts';
import { DAY_MS, minuteOf } from '../../exchange/rate-headers.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Settings } from '../../exchange/records/run-record.ts';
import type { EndedTrace } from '../../exchange/trace.ts';
import { because, type Reason } from '../../rules/outcome.ts';
import { readRate, retryAfterMs, serverSecond } from '../../rules/rate/rate-reading.ts';

interface Refusal {
  /** Whether it shows that the limit of the day is exhausted. */
  readonly isDay: boolean;
  readonly wait: number | undefined;
  /** `429, Retry-After 60`. */
  readonly words: string;
  /** When the key can be used again. */
  readonly until: number;
}

/** The 429 of a response; undefined if it is none. */
export function refusalIn(
  exchange: Exchange | undefined,
  { perDay, perMinute }: Pick<Settings, 'perDay' | 'perMinute'>,
): Refusal | undefined {
  if (exchange === undefined || !isAnswered(exchange) || exchange.received.status !== 429) return undefined;
  const { limit, remaining, reset } = readRate(exchange);
  const wait = retryAfterMs(exchange);
  const now = serverSecond(exchange);
  const toReset = reset === undefined || now === undefined ? DAY_MS : (reset - now) * 1_000;
  return {
    isDay: limit === perDay && perDay !== perMinute && remaining === 0,
    wait,
    words: wait === undefined ? '429' : `429, Retry-After ${Math.ceil(wait / 1_000)}`,
    until: exchange.received.at + Math.max(0, Math.min(wait ?? toReset, DAY_MS)),
  };
}

/** Why a key stays refused after a response that shows an exhausted daily limit; undefined if it does not. */
function dayUsedUp(exchange: Exchange | undefined, quota: Pick<Settings, 'perDay' | 'perMinute'>): Reason | undefined {
  const refusal = refusalIn(exchange, quota);
  return refusal?.isDay === true
    ? because('day-used-up', { refused: refusal.words, from: minuteOf(refusal.until) })
    : undefined;
}

/** The same of a check that stopped at a 429: the last request got it. */
export const stoppedByDay = ({ head, end, exchanges }: EndedTrace): Reason | undefined =>
  end?.reason === 'rate-limited' ? dayUsedUp(exchanges.at(-1), head.settings) : undefined;
