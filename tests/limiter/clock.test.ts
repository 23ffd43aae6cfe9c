import { describe, expect, it } from 'vitest';
import { clockOffset } from '../../src/limiter/evidence/clock.ts';
import { reader } from '../../src/limiter/evidence/reading.ts';
import { exchange, type Row } from './exchanges.ts';

const read = reader();
describe('clock offset from Date', () => {
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
});
