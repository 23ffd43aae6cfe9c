import { describe, expect, it } from 'vitest';
import type { KeyLabel } from '../../../src/exchange/exchange.ts';
import type { QuotaConfig } from '../../../src/k6/index.ts';
import { legalVariants } from '../../../src/reference/index.ts';
import { conforming } from '../servers.ts';
import { runLoad } from './run-load.ts';

/** Every design of a limiter that the specification allows, and whether quota comes back continuously. */
const LIMITERS = [
  [null, false],
  ['minutes-of-the-clock', false],
  ['window-sliding-log', false],
  ['window-sliding-counter', false],
  ['window-token-bucket', true],
  ['window-gcra', true],
  ['remaining-before-counting', false],
] as const;

describe('the experiment on the reference server', () => {
  it.each(LIMITERS)('ends with few refusals: limiter %s', async (id, refills) => {
    const windowSeconds = 60;
    const variants = legalVariants.filter((variant) => variant.id === id);
    expect(variants.length).toBe(id === null ? 0 : 1);
    const server = await conforming({ variants });
    const keys = new Map<KeyLabel, string>([
      ['free#1', server.keys.free],
      ['free#2', server.secondKeys.free],
      ['pro#1', server.keys.pro],
    ]);
    const config: QuotaConfig = {
      run: id ?? 'conforming',
      baseUrl: server.baseUrl,
      experiments: [
        { plan: 'free', key: 'free#1', secondKey: 'free#2', perWindow: 60, windowSeconds },
        { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds },
      ],
    };
    const result = await runLoad('quota', keys, { config });
    const seen = server.received();
    expect(result).toMatchObject({ complete: true, problems: [], exit: { code: 0 } });
    expect(result.exchanges.length).toBe(seen.length);
    for (const { key, perWindow, refused, phases, skipped } of result.experiments) {
      const ours = seen.filter((one) => one.key === key).length;
      expect(result.exchanges.filter((exchange) => exchange.key === key).length).toBe(ours);
      expect(refused).toBeLessThanOrEqual(8);
      expect(skipped).toEqual([]);
      // With refill, what comes back during the burst takes a top-up and more requests.
      if (refills) continue;
      expect(refused).toBeGreaterThan(0);
      expect(phases).not.toHaveProperty('top-up');
      expect(ours).toBeLessThanOrEqual(perWindow + 9);
    }
  });
});
