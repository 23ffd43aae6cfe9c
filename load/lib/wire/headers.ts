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

/** Picks the recorded headers, in the specification's spelling: k6 gives Go's canonical names and joins repeated lines with ", ". */
export function recordedHeaders(headers: Readonly<Record<string, string>>): HeaderLine[] {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  return RECORDED.flatMap((name): HeaderLine[] => {
    const value = byName.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value]];
  });
}
