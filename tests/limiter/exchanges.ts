import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import type { Experiment } from '../../src/limiter/experiment.ts';

/** 2026-11-20T23:21:00Z, a full minute on both clocks. */
const MINUTE = 1_795_216_860_000;

export interface Row {
  readonly phase?: string;
  /** Seconds after MINUTE. */
  readonly at: number;
  /** Milliseconds until the response. */
  readonly took?: number;
  /** 0: no response. */
  readonly status?: number;
  readonly limit?: number | string;
  readonly remaining?: number | string;
  /** Seconds after MINUTE, or the literal text. */
  readonly reset?: number | string;
  readonly retryAfter?: string;
  readonly operation?: string;
}

const ERROR = '{"code":"rate_limited","message":"too many","status":429}';

export function exchange(row: Row, seq: number): Exchange {
  const { phase = 'burst', at, took = 20, status = 200, operation = 'listPets' } = row;
  const sent = MINUTE + Math.round(at * 1_000);
  const headers: [string, string][] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) headers.push([name, String(value)]);
  };
  add('X-Ratelimit-Limit', row.limit);
  add('X-Ratelimit-Remaining', row.remaining);
  add('X-Ratelimit-Reset', typeof row.reset === 'number' ? MINUTE / 1_000 + row.reset : row.reset);
  add('Retry-After', row.retryAfter);
  add('Date', new Date(sent + took / 2).toUTCString());
  add('Content-Type', 'application/json');
  const received =
    status === 0
      ? { at: sent + took, failure: { code: 'TIMEOUT', message: 'no answer' } }
      : { at: sent + took, status, headers, body: status === 429 ? ERROR : null };
  const probe = `limit.${phase}`;
  const request = { at: sent, method: 'GET', path: '/pets', headers: [], body: null };
  return { v: 1, run: 'r', seq, recorder: 'k6', probe, key: 'free#1', operation, phase, sent: request, received };
}

export function experiment(rows: readonly Row[], more: Partial<Experiment> = {}): Experiment {
  return {
    plan: 'free',
    key: 'free#1',
    perWindow: 10,
    perDay: 1_000,
    windowSeconds: 60,
    exchanges: rows.map((row, index) => exchange(row, index + 1)),
    complete: true,
    ...more,
  };
}

export const list = (at: number, remaining: number, reset = 60, phase = 'burst', limit = 10): Row => ({
  phase,
  at,
  limit,
  remaining,
  reset,
});
