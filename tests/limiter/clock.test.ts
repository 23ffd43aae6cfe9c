import { describe, expect, it } from 'vitest';
import { clockOffset } from '../../src/limiter/evidence/clock.ts';
import { reader } from '../../src/limiter/evidence/reading.ts';
import { exchange, type Row } from './exchanges.ts';

const read = reader();
const offset = (...rows: Row[]) => clockOffset(rows.map((row, index) => read(exchange(row, index))));

describe('clock offset from Date', () => {
  it.each([
    ['one answer', [{ at: 0.5 }], { from: -520, to: 500, clocks: 'one' }],
    ['two narrow it', [{ at: 0.95 }, { at: 0.01 }], { from: -30, to: 50, clocks: 'one' }],
    ['none', [{ at: 0, date: false }], { from: -3e11, to: 3e11, clocks: 'unknown' }],
    ['a stored answer is left out', [{ at: 0.5 }, { at: 0, age: '7' }], { from: -520, to: 500, clocks: 'one' }],
  ] as const)('%s', (_name, rows, expected) => {
    const known = offset(...rows);
    expect({ ...known, from: Math.round(known.from), to: Math.round(known.to) }).toEqual(expected);
  });

  const shifted = (row: Row, seconds: number, seq: number) => {
    const whole = exchange(row, seq);
    const later = exchange({ ...row, at: row.at + seconds }, seq);
    return read({ ...later, sent: whole.sent, received: { ...later.received, at: whole.received.at } });
  };
  const rows = [0.1, 0.6, 1.2, 20, 30, 40].map((at): Row => ({ at }));

  it.each([
    ['set back', (index: number) => (index < 3 ? 0 : -10), -10_000],
    ['set forward', (index: number) => (index < 3 ? 0 : 600), 600_000],
    ['two clocks in turns', (index: number) => (index % 2) * 10, undefined],
    ['three clocks', (index: number) => index * 10, undefined],
  ])('%s', (_name, by, expected) => {
    const { clocks, set } = clockOffset(rows.map((row, index) => shifted(row, by(index), index)));
    expect(clocks).toBe('several');
    if (expected === undefined) expect(set).toBeUndefined();
    else expect(Math.abs((set ?? 0) - expected)).toBeLessThan(1_000);
  });

  it('takes a Date that a timer renews for that of one clock', () => {
    const late = rows.map((row, index) => shifted(row, -index * 0.2, index));
    expect(clockOffset(late)).toMatchObject({ clocks: 'one', to: expect.any(Number) });
    const { from, to } = clockOffset(late);
    expect(from <= 0 && to >= 0).toBe(true);
  });

  it('widens to the union if Dates contradict each other', () => {
    const fast = { at: 0.5 };
    expect(clockOffset([read(exchange(fast, 1)), shifted({ at: 9.5 }, -9, 2)])).toMatchObject({
      ...{ clocks: 'several', from: -9_520, to: 500 },
    });
  });
});
