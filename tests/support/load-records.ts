import { type K6Records, k6RecordsOf } from '../../src/exchange/journal/k6-records.ts';
import type { Exchange, HeaderLine } from '../../src/exchange/records/exchange-record.ts';
import type { LoadScript } from '../../src/exchange/records/load-config.ts';
import type { Closing, K6Problem, LoadEnd, LoadRecord } from '../../src/exchange/records/load-record.ts';
import type { KeyLabel } from '../../src/exchange/records/types.ts';

export const RUN = 'r1';
const LIMIT = { perWindow: 60, windowSeconds: 6 };

export function startOf(
  keys: readonly KeyLabel[],
  at: number,
  script: LoadScript = 'quota',
  limit = LIMIT,
): LoadRecord {
  const experiments = keys.map((key) => ({ plan: planOf(key), key, ...limit }));
  const config = { run: RUN, baseUrl: 'http://127.0.0.1:1/v1', timeoutSeconds: 30, experiments };
  return { v: 1, kind: 'start', at, script, config };
}

export function exchangeOf(
  key: KeyLabel,
  seq: number,
  at: number,
  answer: { status: number; headers?: readonly HeaderLine[] } | { code: string; message?: string },
): Exchange {
  const received =
    'code' in answer
      ? { at: at + 1, failure: { code: answer.code, message: answer.message ?? 'lost' } }
      : { at: at + 1, status: answer.status, headers: answer.headers ?? [], body: null };
  const sent = { at, method: 'GET', path: '/pets?limit=1', headers: [], body: null };
  const about = { v: 1, run: RUN, seq, recorder: 'k6', instance: instanceOf(key), phase: 'burst' } as const;
  return { ...about, probe: 'limit.burst', key, operation: 'listPets', sent, received };
}

export function closingOf(key: KeyLabel, at: number, sent: number, given: Partial<Closing> = {}): LoadRecord {
  const about = { run: RUN, key, instance: instanceOf(key) };
  const counts = { planned: sent, sent, refused: 0 };
  return { v: 1, kind: 'experiment', ...about, role: 'whole', startedAt: 0, at, ...counts, ...given };
}

export function endOf(at: number, problems: readonly K6Problem[] = [], script: LoadScript = 'quota'): LoadEnd {
  return { v: 1, kind: 'load-end', at, script, k6: 'v2.2.0', problems };
}

/** The k6 records of these lines of a journal. */
export function recorded(records: readonly LoadRecord[]): K6Records {
  const load = k6RecordsOf(records);
  if (load === undefined) throw new Error('nothing was recorded');
  return load;
}

/** A complete process: three lists with each key, a millisecond apart. */
export function processOf(keys: readonly KeyLabel[], at: number): LoadRecord[] {
  const lists = keys.flatMap((key) => [0, 1, 2].map((seq) => exchangeOf(key, seq, at + seq, { status: 200 })));
  return [startOf(keys, at), ...lists, ...keys.map((key) => closingOf(key, at + 1_000, 3))];
}

const planOf = (key: KeyLabel) => key.split('#')[0] ?? '';
const instanceOf = (key: KeyLabel) => `${key.replace('#', '_')}.1`;
