import { expect, it } from 'vitest';
import { pauseFor, roomFor } from '../../src/client/pace.ts';
import { isAnswered } from '../../src/exchange/exchange.ts';
import type { Wait } from '../../src/exchange/records/run-record.ts';
import { retryAfterMs } from '../../src/rules/rate/rate-reading.ts';
import { expectLines, golden } from '../support/golden.ts';
import { answer, type Draft, type HeaderChange, lost, START, trace } from '../support/trace.ts';

const NOW = START / 1000;
const rate = (remaining: number | string, reset: number | string = NOW + 60, more: HeaderChange = {}): Draft =>
  answer('list.minimum', { headers: { 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': reset, ...more } });
const refused = answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Remaining': 0 } });
const blind = (count: number): Draft[] =>
  Array.from({ length: count }, () => rate('', 'soon', { 'X-RateLimit-Limit': null }));
const dated = new Date(START + 300_000).toUTCString();
const nextWindow = { 'X-RateLimit-Remaining': 0, 'X-RateLimit-Reset': NOW + 120 };

interface Case {
  readonly exchanges: readonly Draft[];
  /** Milliseconds since START. */
  readonly at?: number;
  readonly withKey?: boolean;
  readonly plan?: { readonly perMinute?: number; readonly perDay?: number };
  readonly waits?: readonly Wait[];
}

const CASES: Readonly<Record<string, Case>> = {
  '30 requests remain': { exchanges: [rate(30)] },
  'two remain': { exchanges: [rate(2)] },
  'one remains': { exchanges: [rate(1)] },
  'three remained before two were sent': { exchanges: [rate(3), answer('auth.cut', 401), lost('list.maximum')] },
  'no response has the remaining quota: by the plan': { exchanges: [rate(''), rate('')] },
  'responses describe the day: by the plan': { exchanges: [rate(900, NOW + 80_000, { 'X-RateLimit-Limit': 1000 })] },
  'the plan allows as many a day as a minute': { exchanges: [rate(1)], plan: { perDay: 60 } },
  'ignores a cached response': { exchanges: [rate(50), rate(0, NOW + 60, { Age: 9 })] },
  'ignores a 401 if the next request has the key': { exchanges: [rate(50), refused] },
  'uses a 401 if the next request has no key': { exchanges: [rate(50), refused], withKey: false },
  'Reset is in 30 s': { exchanges: [rate(0, NOW + 30)], at: 1000 },
  'Reset is in 30 s on the clock of the server': { exchanges: [rate(0, NOW + 330, { Date: dated })], at: 1000 },
  'Reset is in the past: one window': { exchanges: [rate(0, NOW - 500)] },
  'Reset is in seconds from now: one window': { exchanges: [rate(0, 42)] },
  'Reset is a day ahead: one window': { exchanges: [rate(0, NOW + 86_400)] },
  '58 of 60 were sent without rate headers': { exchanges: blind(58), at: 5800 },
  '59 of 60 were sent without rate headers': { exchanges: blind(59), at: 5900 },
  'a plan of 1 request': { exchanges: blind(1), plan: { perMinute: 1 } },
  '59 of 60 were sent without rate headers, a window ago': { exchanges: blind(59), at: 70_000 },
  'none remains right after the end of a window: at the rate of the plan': {
    exchanges: [rate(0), answer('list.minimum', { at: 60_010, headers: nextWindow })],
    at: 60_100,
    waits: [{ v: 1, kind: 'wait', at: START, until: START + 60_000, code: 'window-reset', params: {}, reason: '' }],
  },
};

it('the pause before the next request, and the room for simultaneous ones, follow the remaining quota', () =>
  expectLines(golden('pace.txt'), CASES, ({ exchanges, at = 200, withKey = true, plan = {}, waits = [] }) => {
    const { exchanges: sent, head } = trace({ exchanges });
    const settings = { ...head.settings, perDay: 1_000, ...plan };
    const run = { head: { ...head, settings }, exchanges: sent, waits };
    const wait = pauseFor(run, START + at, { withKey });
    const room = roomFor(run, START + at);
    return `room for ${room}, ${wait === undefined ? 'no pause' : `${wait.milliseconds} ms: ${wait.reason}`}`;
  }));

it('the longest that a date in Retry-After can mean ends with its second', () => {
  const dates = { Date: new Date(START).toUTCString(), 'Retry-After': new Date(START + 7_000).toUTCString() };
  const { exchanges } = trace({ exchanges: [answer('list.minimum', { status: 429, headers: dates })] });
  expect(exchanges.filter(isAnswered).map(retryAfterMs)).toEqual([8_000]);
});
