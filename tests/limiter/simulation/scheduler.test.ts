import { describe, expect, it } from 'vitest';
import { judgeLimits } from '../../../src/limiter/index.ts';
import { historyOf, PLAIN } from './history.ts';
import { schedulerFrom } from './scheduler.ts';

describe('virtual time', () => {
  it('runs events in the order of their moments, then in the order in which they were added', async () => {
    const { at, sleep, run } = schedulerFrom(0);
    const order: string[] = [];
    for (const [moment, name] of [
      [5, 'c'],
      [1, 'a'],
      [5, 'd'],
      [3, 'b'],
    ] as const)
      at(moment, () => order.push(name));
    await run(sleep(6));
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stands still until every promise job has run', async () => {
    const { now, sleep, run } = schedulerFrom(0);
    const moments: number[] = [];
    const work = async () => {
      const other = sleep(2);
      await sleep(1);
      for (let job = 0; job < 1_000; job += 1) await Promise.resolve();
      moments.push(now());
      await other;
      moments.push(now());
    };
    await run(work());
    expect(moments).toEqual([1, 2]);
  });

  it('rejects if no event is left', async () => {
    await expect(schedulerFrom(0).run(new Promise(() => {}))).rejects.toThrow('no event is left');
  });

  it('rejects if the work does', async () => {
    await expect(schedulerFrom(0).run(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});

describe('a history', () => {
  const setting = { ...PLAIN, kind: 'log, newest', vus: 3 } as const;

  it('is the same for the same setting', async () => {
    expect((await historyOf(setting)).experiment).toEqual((await historyOf(setting)).experiment);
  });

  it('proves the limit if several VUs share the burst', async () => {
    const { experiment } = await historyOf(setting);
    expect(new Set(experiment.exchanges.map(({ instance }) => instance)).size).toBe(4);
    expect(judgeLimits(experiment).outcomes).toMatchObject({
      'limit.admits-plan': { kind: 'holds' },
      'limit.rejects-excess': { kind: 'holds' },
    });
  });
});
