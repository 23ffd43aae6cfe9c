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

describe('the room for requests at the same time', () => {
  const room = (exchanges: readonly Draft[]) => {
    const { exchanges: done, head } = trace({ exchanges });
    return roomFor(done, [], head.settings, START + 200);
  };

  it.each<[string, readonly Draft[], number]>([
    ['is one less than the last answer leaves', [rate(30)], 29],
    ['is less by what was sent since', [rate(30), lost('list.maximum')], 28],
    ['is none where next to nothing is left', [rate(1)], 0],
    ['goes by the plan where no answer says it', [rate(''), rate('')], 57],
    [
      'goes by the plan where the answers speak of the day',
      [rate(900, NOW + 80_000, { 'X-RateLimit-Limit': 1000 })],
      58,
    ],
  ])('%s', (_sentence, exchanges, expected) => {
    expect(room(exchanges)).toBe(expected);
  });
});

describe('the pause before the next request', () => {
  it.each<[string, readonly Draft[], boolean]>([
    ['is none at the beginning', [], false],
    ['is none while something is left', [rate(2)], false],
    ['comes where one is left', [rate(1)], true],
    ['comes where nothing is left', [rate(0)], true],
    ['counts what was sent since', [rate(3), answer('auth.cut', { status: 401 }), lost('list.maximum')], true],
    ['goes by the last answer', [rate(1), rate(50)], false],
    ['does not go by a stored answer', [rate(50), rate(0, NOW + 60, { Age: 9 })], false],
    [
      'does not go by the numbers of a 401 where the key is sent',
      [rate(50), answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Remaining': 0 } })],
      false,
    ],
  ])('%s', (_sentence, exchanges, waits) => {
    expect(paused(exchanges) !== undefined).toBe(waits);
  });

  it('goes by the numbers of a 401 where no key is sent', () => {
    const exchanges = [rate(50), answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Remaining': 0 } })];
    expect(paused(exchanges, 200, { withKey: false })?.milliseconds).toBeGreaterThan(50_000);
  });

  it('lasts until Reset by the clock of the server, with a second of rounding', () => {
    const wait = paused([rate(0, NOW + 30)], 1000)?.milliseconds ?? 0;
    expect(wait).toBeGreaterThanOrEqual(29_000);
    expect(wait).toBeLessThanOrEqual(31_500);
    const ahead =
      paused([rate(0, NOW + 330, { Date: new Date(START + 300_000).toUTCString() })], 1000)?.milliseconds ?? 0;
    expect(Math.abs(ahead - wait)).toBeLessThan(1100);
  });

  it.each([
    ['in the past', NOW - 500],
    ['hours ahead', NOW + 90_000],
    ['in seconds from now', 42],
    ['in milliseconds', (NOW + 30) * 1000],
  ])('lasts one window where Reset is %s', (_what, reset) => {
    const wait = paused([rate(0, reset)])?.milliseconds ?? 0;
    expect(wait).toBeGreaterThanOrEqual(60_000);
    expect(wait).toBeLessThanOrEqual(63_000);
  });

  it('says how much is left and until when, in UTC', () => {
    expect(paused([rate(1)])?.reason).toMatch(/1 of 60 requests left.*12:01:/);
  });

  it('goes by the plan where no numbers are shown: never more than its number in any window', () => {
    const blind = (count: number): Draft[] =>
      Array.from({ length: count }, (_, index) =>
        rate('', 'soon', { 'X-RateLimit-Limit': null, ...(index === 0 ? {} : {}) }),
      );
    expect(paused(blind(58), 5800)).toBeUndefined();
    expect(paused(blind(59), 5900)?.milliseconds).toBeGreaterThan(54_000);
    expect(paused(blind(59), 70_000)).toBeUndefined();
  });

  it('goes by the plan where the numbers are those of the day', () => {
    expect(paused([rate(0, NOW + 40_000, { 'X-RateLimit-Limit': 1000 })])).toBeUndefined();
  });

  it('is not a whole window again where nothing is left right after a Reset that was waited for', () => {
    const waits = [{ v: 1, kind: 'wait', at: START, until: START + 60_000, reason: '' }] as const;
    const exchanges = [
      rate(0),
      answer('list.minimum', { at: 60_010, headers: { 'X-RateLimit-Remaining': 0, 'X-RateLimit-Reset': NOW + 120 } }),
    ];
    const wait = paused(exchanges, 60_100, { waits, settings: SETTINGS })?.milliseconds ?? 0;
    expect(wait).toBeLessThanOrEqual(2000);
  });
});
