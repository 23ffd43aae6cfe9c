import { describe, expect, it } from 'vitest';
import { type ClockOffset, narrow, offsetOf } from '../../load/lib/experiment/clock.ts';
import { resetMoment, retryMoment } from '../../load/lib/experiment/moments.ts';

const at = Date.UTC(2026, 10, 21, 5, 0, 0);
const known: ClockOffset = { least: -100, most: 200 };

describe('the clock offset', () => {
  it('a Date names a second in which the server was between sending and receipt', () => {
    expect(offsetOf('Sat, 21 Nov 2026 05:00:00 GMT', at + 300, at + 400)).toEqual({ least: -400, most: 700 });
    for (const text of [null, '', '5', '2026', 'soon, 1 day']) expect(offsetOf(text, at, at)).toBeNull();
  });

  it('samples intersect; contradicting ones widen', () => {
    expect(narrow({ least: -400, most: 700 }, { least: -100, most: 900 })).toMatchObject({ least: -100, most: 700 });
    expect(narrow({ least: 0, most: 100 }, { least: 5_000, most: 6_000 })).toMatchObject({ least: 0, most: 6_000 });
    expect(narrow(null, known)).toBe(known);
  });

  it('clocks that contradicted each other once stay several', () => {
    const fast = { least: 3_000, most: 4_000 };
    const slow = { least: 0, most: 1_000 };
    const samples = [slow, { least: -500, most: 500 }, fast, slow, fast, slow];
    expect(samples.reduce(narrow)).toMatchObject({ least: -500, most: 4_000, several: true });
    expect([slow, slow, slow].reduce(narrow)).toMatchObject(slow);
  });
});

describe('Reset', () => {
  it.each([
    ['seconds', `${at / 1_000 + 60}`, { earliest: at + 58_800, certain: at + 61_100 }],
    ['a fraction', `${at / 1_000 + 60}.5`, { earliest: at + 59_300, certain: at + 61_600 }],
    ['milliseconds', `${at + 60_000}`, { earliest: at + 58_800, certain: at + 61_100 }],
    ['a delta', '60', { earliest: at + 59_000, certain: at + 61_000 }],
    ['a date', 'Sat, 21 Nov 2026 05:00:00 GMT', null],
    ['a negative number', '-1', null],
    ['nothing', null, null],
    ['two values', '60, 60', null],
  ])('as %s', (_, value, moment) => {
    expect(resetMoment(value, at, known)).toEqual(moment);
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds, from the receipt', '3', at + 3_050],
    ['zero', '0', at + 50],
    ['a date, by the server’s clock', 'Sat, 21 Nov 2026 05:00:03 GMT', at + 3_150],
    ['a negative number', '-3', null],
    ['words', 'soon', null],
    ['nothing', null, null],
  ])('%s', (_, value, moment) => {
    expect(retryMoment(value, at, known)).toBe(moment);
  });
});
