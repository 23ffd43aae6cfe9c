import { describe, expect, it } from 'vitest';
import { gather } from '../../src/limiter/evidence/evidence.ts';
import { foreignSeen, remainingAccount } from '../../src/limiter/evidence/remaining.ts';
import { experiment, list, type Row } from './exchanges.ts';

const burst = (...values: number[]): Row[] =>
  values.map((remaining, index) => list(index / 100, remaining, 60, index === 0 ? 'calibrate' : 'burst'));

describe('the evidence of Remaining', () => {
  it.each([
    ['after counting', [9, 8, 7, 6, 5, 4, 3, 2, 1, 0], 'after', 0],
    ['before counting', [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 'before', 0],
    ['out of order', [9, 0, 3, 2, 1, 4, 8, 7, 6, 5], 'after', 0],
    ['two strangers', [9, 8, 5, 4, 3, 2, 1, 0], 'after', 2],
    ['cut short', [9, 8, 7], 'unknown', 0],
    ['refilled', [9, 8, 7, 7, 6, 5, 4, 3, 2, 1, 0], 'after', 0],
    ['a stranger before the first', [8, 7, 6, 5, 4, 3, 2, 1, 0], 'after', 0],
  ] as const)('%s', (_name, values, convention, foreign) => {
    const evidence = gather(experiment(burst(...values)));
    expect(remainingAccount(evidence)?.convention).toBe(convention);
    expect(foreignSeen(evidence)).toBe(foreign);
  });

  it('is ignored while it shows the day', () => {
    const rows = burst(9, 8).map((row) => ({ ...row, limit: 1_000 }));
    expect(remainingAccount(gather(experiment(rows)))).toBeUndefined();
  });
});
