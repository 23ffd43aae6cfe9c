import { headerValue, isAnswered } from '../../../exchange/exchange.ts';
import { type Column, column } from '../../../exchange/journal/column.ts';
import type { Exchange } from '../../../exchange/records/exchange-record.ts';
import { HEADERS } from '../../../spec/headers.ts';

/** The outcome of a request. other: an unexpected response; lost: no response. */
export const FATES = ['admitted', 'refused', 'other', 'lost'] as const;
export type Fate = (typeof FATES)[number];

export interface Refusal {
  readonly received: number;
  readonly retryAfter: string | undefined;
}

/** One key's requests in columns of numbers, so that a million fit into memory. NaN: missing header. Times in milliseconds since 1970. */
export interface Series {
  readonly sent: Column;
  readonly received: Column;
  /** Index into FATES. */
  readonly fate: Column;
  readonly remaining: Column;
  /** Seconds since 1970 on the server's clock; NaN in any other unit. */
  readonly reset: Column;
  /** Index into `phases`. */
  readonly phase: Column;
  readonly phases: string[];
  readonly refusals: Refusal[];
  /** Number of earlier attempts, which are not drawn. */
  readonly before: number;
}

/** What comes before a burst; or before requests are paced. Then it belongs to the experiment that it follows. */
const PRELUDE = ['calibrate', 'second-key', 'each-operation'];

/** Maximum refusals with Retry-After. */
const REFUSALS = 200;

/** Collects k6's requests by key. A confirmation attempt starts a new series. */
export function seriesCollector(): { see: (exchange: Exchange) => void; of: (plan: string) => Series | undefined } {
  const byKey = new Map<string, Series>();
  const waiting = new Map<string, Exchange[]>();
  const see = (exchange: Exchange): void => {
    if (exchange.recorder !== 'k6' || exchange.key === null) return;
    const { key, phase = '' } = exchange;
    const known = byKey.get(key) ?? emptySeries(0);
    const prelude = waiting.get(key) ?? [];
    if (known.phases.includes('burst') && PRELUDE.includes(phase)) {
      waiting.set(key, [...prelude, exchange]);
      return;
    }
    const series = prelude.length > 0 && phase === 'burst' ? emptySeries(known.before + 1) : known;
    for (const one of [...prelude, exchange]) add(series, one);
    byKey.set(key, series);
    waiting.delete(key);
  };
  // The key with the burst: second keys have no burst, and dedicated keys have higher numbers.
  const of = (plan: string): Series | undefined => {
    const own = [...byKey].filter(([key]) => key.startsWith(`${plan}#`)).map(([, series]) => series);
    const exhausted = own.filter(({ phases }) => phases.includes('calibrate'));
    return exhausted.find(({ phases }) => phases.includes('burst')) ?? exhausted[0];
  };
  return { see, of };
}

function add(series: Series, exchange: Exchange): void {
  const { sent, received, phase = '' } = exchange;
  const headers = isAnswered(exchange) ? exchange.received.headers : [];
  const fate = fateOf(exchange);
  if (!series.phases.includes(phase)) series.phases.push(phase);
  series.sent.push(sent.at);
  series.received.push(received.at);
  series.fate.push(FATES.indexOf(fate));
  series.remaining.push(digits(headerValue(headers, HEADERS.remaining)));
  series.reset.push(unixSeconds(digits(headerValue(headers, HEADERS.reset))));
  series.phase.push(series.phases.indexOf(phase));
  if (fate === 'refused' && series.refusals.length < REFUSALS)
    series.refusals.push({ received: received.at, retryAfter: headerValue(headers, HEADERS.retryAfter) });
}

/** The expected statuses: 200 for lists, 400 for creates and 404 for gets. */
function fateOf(exchange: Exchange): Fate {
  if (!isAnswered(exchange)) return 'lost';
  const { status } = exchange.received;
  if (status === 429) return 'refused';
  const own = exchange.operation === 'listPets' ? [200] : [200, 201, 400, 404, 422];
  return own.includes(status) ? 'admitted' : 'other';
}

const digits = (text: string | undefined): number =>
  text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;

const unixSeconds = (value: number): number => (value >= 1e9 && value < 1e11 ? value : Number.NaN);

export const emptySeries = (before: number): Series => ({
  sent: column(),
  received: column(),
  fate: column(),
  remaining: column(),
  reset: column(),
  phase: column(),
  phases: [],
  refusals: [],
  before,
});

/** One request in a figure; times in seconds since the first request of the window. */
export interface Point {
  readonly sent: number;
  readonly at: number;
  readonly fate: Fate;
  /** NaN without the header. */
  readonly remaining: number;
  /** Admitted requests in the window before its response. */
  readonly admitted: number;
  readonly phase: string;
}
