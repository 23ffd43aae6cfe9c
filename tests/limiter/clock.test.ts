import { describe, expect, it } from 'vitest';
import { clockOffset } from '../../src/limiter/clock.ts';
import { reader } from '../../src/limiter/reading.ts';
import { exchange, type Row } from './exchanges.ts';

const read = reader();
const offset = (...rows: Row[]) => clockOffset(rows.map((row, index) => read(exchange(row, index))));

describe('clock offset from Date', () => {
  it.each([
    ['one answer', [{ at: 0.5 }], { from: -520, to: 500, clocks: 'one' }],
    ['two narrow it', [{ at: 0.95 }, { at: 0.01 }], { from: -30, to: 50, clocks: 'one' }],
    ['none', [{ at: 0, date: false }], { from: -3e11, to: 3e11, clocks: 'unknown' }],
    ['no answer', [{ at: 0, status: 0 }], { from: -3e11, to: 3e11, clocks: 'unknown' }],
    ['a stored answer is left out', [{ at: 0.5 }, { at: 0, age: '7' }], { from: -520, to: 500, clocks: 'one' }],
  ] as const)('%s', (_name, rows, expected) => {
    const known = offset(...rows);
    expect({ ...known, from: Math.round(known.from), to: Math.round(known.to) }).toEqual(expected);
  });

  it('widens to the union where Dates contradict each other', () => {
    const fast = exchange({ at: 0.5 }, 1);
    const slow = {
      ...fast,
      sent: { ...fast.sent, at: fast.sent.at + 9_000 },
      received: { ...fast.received, at: fast.received.at + 9_000 },
    };
    expect(clockOffset([read(fast), read(slow)])).toMatchObject({ clocks: 'several', from: -9_520, to: 500 });
  });
});
