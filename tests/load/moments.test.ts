import { describe, expect, it } from 'vitest';
import { resetMoment, retryMoment } from '../../load/lib/experiment/moments.ts';
import { type ClockOffset, narrow } from '../../src/exchange/clock-offset.ts';

const at = Date.UTC(2026, 10, 21, 5, 0, 0);
const known: ClockOffset = { from: -100, to: 200 };

it('clock offsets intersect until they contradict each other; then all of them count', () => {
  expect(narrow(null, known)).toBe(known);
  expect(narrow({ from: -400, to: 700 }, { from: -100, to: 900 })).toEqual({
    ...{ from: -100, to: 700, all: { from: -400, to: 900 } },
  });
  const fast = { from: 3_000, to: 4_000 };
  const slow = { from: 0, to: 1_000 };
  const samples = [slow, { from: -500, to: 500 }, fast, slow, fast, slow];
  expect(samples.reduce(narrow)).toMatchObject({ from: -500, to: 4_000, several: true });
});

describe('Reset', () => {
  it.each([
    ['seconds', `${at / 1_000 + 60}`, { earliest: at + 58_800, certain: at + 61_150 }],
    ['a fraction', `${at / 1_000 + 60}.5`, { earliest: at + 59_300, certain: at + 61_650 }],
    ['milliseconds', `${at + 60_000}`, { earliest: at + 58_800, certain: at + 61_150 }],
    ['a delta', '60', { earliest: at + 59_000, certain: at + 61_050 }],
    ['a date', 'Sat, 21 Nov 2026 05:00:00 GMT', null],
    ['a negative number', '-1', null],
    ['two values', '60, 60', null],
  ])('as %s', (_, value, moment) => {
    expect(resetMoment(value, at, known)).toEqual(moment);
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds, from the receipt', '3', at + 3_050],
    ['zero', '0', at + 50],
    ['a date, by the server’s clock, when its second has ended', 'Sat, 21 Nov 2026 05:00:03 GMT', at + 4_150],
    ['a negative number', '-3', null],
    ['nothing', null, null],
  ])('%s', (_, value, moment) => {
    expect(retryMoment(value, at, known)).toBe(moment);
  });
});
