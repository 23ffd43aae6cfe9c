import { describe, expect, it } from 'vitest';
import { turn } from '../../../src/capacity/turn.ts';
import { ofKind } from '../../../src/exchange/records/journal-record.ts';
import type { CapacityConfig } from '../../../src/exchange/records/load-config.ts';
import { conforming } from '../servers.ts';
import { runLoad } from './run-load.ts';

const KEYS = ['pro#1', 'pro#2', 'free#1', 'free#2', 'free#3'] as const;
const secretOf = (label: string) => `key-of-${label.replace('#', '-')}`;

/** A step of 50 requests/s for 3 s. */
async function runStep(baseUrl: string, mix: CapacityConfig['step']['mix']) {
  const of = (plan: string, perWindow: number, keys: number, share: number) =>
    ({ plan, key: `${plan}#1`, perWindow, windowSeconds: 60, keys, share }) as const;
  const config = {
    ...{ run: 'r', baseUrl, timeoutSeconds: 5, experiments: [of('pro', 300, 2, 0.75), of('free', 60, 3, 0.25)] },
    step: { level: 1, perMinute: 3_000, count: 150, warmUp: 25, first: 1_000, vus: 20, mix, tag: 't' },
  };
  const keys = new Map(KEYS.map((label) => [label, secretOf(label)]));
  const { problems, records } = await runLoad('capacity', keys, { config });
  expect(problems).toEqual([]);
  return { config, samples: ofKind(records, 'sample'), lags: ofKind(records, 'lag') };
}

describe('a step of a capacity run', () => {
  it('sends exactly the planned requests in turn, on kept connections, and records them', async () => {
    const keys = Object.fromEntries(KEYS.map((label) => [secretOf(label), 'enterprise' as const]));
    const { baseUrl, received } = await conforming({ keys, enterprise: { perMinute: 10_000 } });
    const { config, samples, lags } = await runStep(baseUrl, { list: 0.8, get: 0.2, create: 0 });
    const load = samples.filter(({ n }) => n >= 0).sort((a, b) => a.n - b.n);
    expect(load.map(({ n }) => n)).toEqual(Array.from({ length: 150 }, (_, n) => n));
    for (const { n, key, due, sent, received: answered } of load) {
      const { hand, key: index } = turn(config.experiments, 1_000 + n);
      expect(key).toBe(`${config.experiments[hand]?.plan}#${index + 1}`);
      expect(sent).toBeGreaterThan(due - 3);
      expect(answered).toBeGreaterThan(sent);
    }
    for (const [index, label] of KEYS.entries())
      expect(received().filter(({ key }) => key === `enterprise#${index + 1}`)).toHaveLength(
        samples.filter(({ key }) => key === label).length,
      );
    expect(load.filter(({ fresh }) => fresh).length).toBeLessThanOrEqual(20);
    expect(lags.flatMap((line) => line.lags).length).toBeGreaterThan(50);
  });
});
