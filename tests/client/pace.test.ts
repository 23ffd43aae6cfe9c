import { describe, expect, it } from 'vitest';
import { pause, roomFor } from '../../src/client/pace.ts';
import type { Settings, Trace } from '../../src/exchange/index.ts';
import { answer, type Draft, type HeaderChange, lost, SETTINGS, START, trace } from '../trace.ts';

const NOW = START / 1000;
const rate = (remaining: number | string, reset: number | string = NOW + 60, more: HeaderChange = {}): Draft =>
  answer('list.minimum', { headers: { 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': reset, ...more } });
const paused = (
  exchanges: readonly Draft[],
  at = 200,
  change: { withKey?: boolean; settings?: Partial<Settings>; waits?: Trace['waits'] } = {},
) => {
  const { exchanges: done, head } = trace({ exchanges, settings: change.settings ?? {} });
  return pause(done, change.waits ?? [], head.settings, change.withKey ?? true, START + at);
};

describe('the number of simultaneous requests', () => {
  const room = (exchanges: readonly Draft[]) => {
    const { exchanges: done, head } = trace({ exchanges });
    return roomFor(done, [], head.settings, START + 200);
  };

  it.each<[string, readonly Draft[], number]>([
    ['is one less than the remaining quota of the last response', [rate(30)], 29],
    ['is 0 if one request remains', [rate(1)], 0],
    ['goes by the plan if no response has the remaining quota', [rate(''), rate('')], 57],
    ['goes by the plan if responses describe the day', [rate(900, NOW + 80_000, { 'X-RateLimit-Limit': 1000 })], 58],
  ])('%s', (_sentence, exchanges, expected) => {
    expect(room(exchanges)).toBe(expected);
  });
});

describe('the pause before the next request', () => {
  it.each<[string, readonly Draft[], boolean]>([
    ['is 0 while two requests remain', [rate(2)], false],
    ['comes if one request remains', [rate(1)], true],
    ['counts the requests sent since then', [rate(3), answer('auth.cut', 401), lost('list.maximum')], true],
    ['ignores a cached response', [rate(50), rate(0, NOW + 60, { Age: 9 })], false],
    [
      'ignores a 401 if the next request has the key',
      [rate(50), answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Remaining': 0 } })],
      false,
    ],
  ])('%s', (_sentence, exchanges, waits) => {
    expect(paused(exchanges) !== undefined).toBe(waits);
  });

  it('uses a 401 if the next request has no key', () => {
    const exchanges = [rate(50), answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Remaining': 0 } })];
    expect(paused(exchanges, 200, { withKey: false })?.milliseconds).toBeGreaterThan(50_000);
  });

  it('lasts until Reset on the clock of the server, plus rounding', () => {
    const wait = paused([rate(0, NOW + 30)], 1000)?.milliseconds ?? 0;
    expect(wait).toBeGreaterThanOrEqual(29_000);
    expect(wait).toBeLessThanOrEqual(31_500);
    const ahead =
      paused([rate(0, NOW + 330, { Date: new Date(START + 300_000).toUTCString() })], 1000)?.milliseconds ?? 0;
    expect(Math.abs(ahead - wait)).toBeLessThan(1100);
  });

  it.each([
    ['in the past', NOW - 500],
    ['in seconds from now', 42],
  ])('lasts one window if Reset is %s', (_what, reset) => {
    const wait = paused([rate(0, reset)])?.milliseconds ?? 0;
    expect(wait).toBeGreaterThanOrEqual(60_000);
    expect(wait).toBeLessThanOrEqual(63_000);
  });

  it('uses the plan without rate headers: never more requests in any window', () => {
    const blind = (count: number): Draft[] =>
      Array.from({ length: count }, () => rate('', 'soon', { 'X-RateLimit-Limit': null }));
    expect(paused(blind(58), 5800)).toBeUndefined();
    expect(paused(blind(59), 5900)?.milliseconds).toBeGreaterThan(54_000);
    expect(paused(blind(59), 70_000)).toBeUndefined();
  });

  it('is short if no request remains right after the end of a window', () => {
    const waits = [{ v: 1, kind: 'wait', at: START, until: START + 60_000, reason: '' }] as const;
    const exchanges = [
      rate(0),
      answer('list.minimum', { at: 60_010, headers: { 'X-RateLimit-Remaining': 0, 'X-RateLimit-Reset': NOW + 120 } }),
    ];
    const wait = paused(exchanges, 60_100, { waits, settings: SETTINGS })?.milliseconds ?? 0;
    expect(wait).toBeLessThanOrEqual(2000);
  });
});
