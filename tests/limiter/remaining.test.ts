import { describe, expect, it } from 'vitest';
import { gather } from '../../src/limiter/evidence/evidence.ts';
import { othersSeen, remainingAccount } from '../../src/limiter/evidence/remaining.ts';
import { expectAnswers, goldenIn } from '../golden.ts';
import { experiment, list, type Row } from './exchanges.ts';

const burst = (...values: number[]): Row[] =>
  values.map((remaining, index) => list(index / 100, remaining, 60, index === 0 ? 'calibrate' : 'burst'));

describe('the evidence of Remaining', () => {
  it('shows whether the service counts before it answers, and the requests of others', () =>
    expectAnswers(goldenIn(import.meta.dirname)('remaining.txt'), (values) => {
      const evidence = gather(experiment(burst(...values.split(' ').map(Number))));
      return `${remainingAccount(evidence)?.convention}, ${othersSeen(evidence)} of others`;
    }));

  it('is ignored while it shows the day', () => {
    const rows = burst(9, 8).map((row) => ({ ...row, limit: 1_000 }));
    expect(remainingAccount(gather(experiment(rows)))).toBeUndefined();
  });
});
