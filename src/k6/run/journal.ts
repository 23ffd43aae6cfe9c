import type { Exchange } from '../../exchange/exchange.ts';
import { lineCounter } from '../../exchange/journal/line-counts.ts';
import { missing } from '../../exchange/journal/missing-lines.ts';
import { isObject } from '../../exchange/json.ts';
import type { Experiment, K6Record, Start } from '../../exchange/records/load-record.ts';
import { type K6Problem, k6Problem } from '../../text/k6-problems.ts';

/** What a k6 journal shows, complete or not. */
export interface K6Journal {
  readonly exchanges: readonly Exchange[];
  /** Whether every request of every experiment provably has its record. */
  readonly complete: boolean;
  readonly problems: readonly K6Problem[];
}

/** Reads a k6 journal line by line. `add` returns null for a line that is not a record; `rest` is an incomplete last line, or empty. */
export function journalReader() {
  let start: Start | null = null;
  const exchanges: Exchange[] = [];
  const experiments: Experiment[] = [];
  const counts = lineCounter();
  const damaged: number[] = [];
  let lines = 0;

  const add = (line: string): K6Record | null => {
    lines += 1;
    const record = parseK6Record(line);
    if (record === null) damaged.push(lines);
    else if (!('kind' in record)) {
      exchanges.push(record);
      counts.see(record);
    } else if (record.kind === 'start') start = record;
    else if (record.kind === 'held') counts.see(record);
    else if (record.kind === 'experiment') experiments.push(record);
    return record;
  };

  const end = (rest: string): K6Journal => {
    const problems: K6Problem[] = missing({ start, lines: counts, experiments });
    const complete = problems.length === 0;
    if (damaged.length > 0) problems.push(k6Problem('damaged', 'records-invalid', { lines: damaged.slice(0, 5) }));
    if (rest !== '') problems.push(k6Problem('cut', 'line-cut', { line: lines + 1 }));
    return { exchanges, complete, problems };
  };
  return { add, end };
}

const KINDS: readonly unknown[] = ['start', 'wait', 'held', 'experiment', 'lag'];

/** Parses a line of a k6 journal; null if it is not a record, which is reported. */
function parseK6Record(line: string): K6Record | null {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(record) || record['v'] !== 1) return null;
  if (record['kind'] === 'sample') return isSample(record) ? (record as unknown as K6Record) : null;
  const at = 'kind' in record ? KINDS.includes(record['kind']) && typeof record['at'] === 'number' : isExchange(record);
  return at && hasParts(record) ? (record as unknown as K6Record) : null;
}

function hasParts(record: Record<string, unknown>): boolean {
  if (record['kind'] === 'experiment') return isObject(record['phases']) && typeof record['instance'] === 'string';
  if (record['kind'] === 'lag') return Array.isArray(record['lags']);
  if (record['kind'] === 'start') return isObject(record['config']) && Array.isArray(record['config']['experiments']);
  return true;
}

function isExchange({ seq, instance, probe, phase, key, sent, received }: Record<string, unknown>): boolean {
  if (typeof seq !== 'number' || ![instance, probe, phase, key].every((field) => typeof field === 'string'))
    return false;
  if (!isObject(sent) || typeof sent['at'] !== 'number') return false;
  if (!isObject(received) || typeof received['at'] !== 'number') return false;
  return (
    isObject(received['failure']) || (typeof received['status'] === 'number' && Array.isArray(received['headers']))
  );
}

function isSample({ n, due, sent, received, status }: Record<string, unknown>): boolean {
  return [n, due, sent, received, status].every((field) => typeof field === 'number');
}
