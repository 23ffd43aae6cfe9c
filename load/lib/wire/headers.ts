import type { HeaderLine } from '../../../src/exchange/records/exchange-record.ts';

/** The only recorded headers: those of the limiter, the clock, and those that distinguish a proxy from the service. Under Go's canonical names. */
const RECORDED = Object.entries({
  'X-Ratelimit-Limit': 'X-RateLimit-Limit',
  'X-Ratelimit-Remaining': 'X-RateLimit-Remaining',
  'X-Ratelimit-Reset': 'X-RateLimit-Reset',
  'Retry-After': 'Retry-After',
  Date: 'Date',
  Age: 'Age',
  'Content-Type': 'Content-Type',
  Server: 'Server',
});

/** Picks the recorded headers of a response of k6, in the specification's spelling; k6 joins repeated lines with ", ". */
export function recordedHeaders(headers: Readonly<Record<string, string>>): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (const [canonical, name] of RECORDED) {
    const value = headers[canonical];
    if (value !== undefined) lines.push([name, String(value)]);
  }
  return lines;
}
