import { join } from 'node:path';
import process from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyLabel } from '../../src/exchange/exchange.ts';
import { type FoundK6, type QuotaConfig, runK6 } from '../../src/k6/index.ts';
import { legalVariants, startReference } from '../../src/reference/index.ts';
import { LOAD_SCRIPTS } from '../built.ts';
import { temporaryFolder } from '../folder.ts';
import { BUILD_TIMEOUT, realK6 } from './real-k6.ts';

let k6: FoundK6;
const folder = temporaryFolder();
let journals = 0;

beforeAll(async () => {
  k6 = await realK6();
}, BUILD_TIMEOUT);

/** Every design of a limiter that the document allows. */
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
  it.concurrent.each(LIMITERS)('limiter %s: goes to its end with few refusals', async (id, refills) => {
    // Long enough for a burst on a busy machine: a slow one is topped up by what came back meanwhile.
    const windowSeconds = 10;
    const variants = legalVariants.filter((variant) => variant.id === id);
    expect(variants.length).toBe(id === null ? 0 : 1);
    const server = await startReference({ windowSeconds, variants });
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
    journals += 1;
    const journal = join(folder, `${journals}.ndjson`);
    const result = await runK6({
      k6,
      kind: 'quota',
      script: LOAD_SCRIPTS.quota,
      config,
      keys,
      journal,
      env: process.env,
    });
    const seen = server.received();
    await server.close();
    expect(result).toMatchObject({ complete: true, problems: [], exit: { code: 0 } });
    expect(result.exchanges.length).toBe(seen.length);
    for (const { key, perWindow, refused, phases, skipped } of result.experiments) {
      expect(result.exchanges.filter((exchange) => exchange.key === key).length).toBe(
        seen.filter((one) => one.key === key).length,
      );
      // On a busy machine a burst lasts so long that the top-up's second part is refused nearly as a whole.
      expect(refused).toBeLessThanOrEqual(refills ? 16 : 8);
      expect(skipped).toEqual([]);
      if (refills) continue;
      // Not so with refill: what came back during the burst takes a top-up, and more requests.
      expect(refused).toBeGreaterThan(0);
      expect(phases).not.toHaveProperty('top-up');
      expect(seen.filter((one) => one.key === key).length).toBeLessThanOrEqual(perWindow + 9);
    }
  });
});
