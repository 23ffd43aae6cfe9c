import { isObject } from '../../exchange/object.ts';
import type { K6Record } from '../../exchange/records/load-record.ts';

const KINDS: readonly unknown[] = ['start', 'wait', 'held', 'experiment', 'lag'];

/** Parses a line of a k6 journal; null if it is not a record, which is reported. */
export function parseK6Record(line: string): K6Record | null {
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
