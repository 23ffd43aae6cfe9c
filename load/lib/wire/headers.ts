import type { HeaderLine } from '../../../src/exchange/records/exchange-record.ts';

/** The only recorded headers: those of the limiter, the clock, and those that distinguish a proxy from the service. */
const RECORDED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Date',
  'Age',
  'Content-Type',
  'Server',
] as const;

export type RecordedHeader = (typeof RECORDED)[number];

/** Picks the recorded headers, in the specification's spelling: k6 gives Go's canonical names and joins repeated lines with ", ". */
export function recordedHeaders(headers: Readonly<Record<string, string>>): HeaderLine[] {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  return RECORDED.flatMap((name): HeaderLine[] => {
    const value = byName.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value]];
  });
}

export function recordedValue(headers: readonly HeaderLine[], name: RecordedHeader): string | null {
  return headers.find(([line]) => line === name)?.[1].trim() ?? null;
}

/** The value of a counting header, or null if it is not plain digits. */
export function count(value: string | null): number | null {
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
}
