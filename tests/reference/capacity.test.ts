import { describe, expect, it, test } from 'vitest';
import { createRandom } from '../../src/reference/random.ts';
import { drawLatency, type Latency } from '../../src/reference/server/capacity.ts';
import { type Sent, withReference } from './exchange.ts';

const sorted = (length: number, draw: (index: number) => number) =>
  Float64Array.from({ length }, (_, n) => draw(n)).sort();
const share = (values: Float64Array, p: number) => values[Math.floor(p * values.length)] ?? Number.NaN;
const near = (value: number, truth: number, by: number) =>
  expect(Math.abs(value / truth - 1), `${value} for ${truth}`).toBeLessThan(by);

describe('a latency', () => {
  it.each([
    [{ kind: 'constant', ms: 20 }, 20, 20],
    [{ kind: 'exponential', meanMs: 20 }, 13.86, 92.1],
    [{ kind: 'lognormal', medianMs: 20, sigma: 0.5 }, 20, 64],
  ] as const)('%j has the median and the p99 that it should', (latency: Latency, median, p99) => {
    const random = createRandom(1);
    const values = sorted(200_000, () => drawLatency(latency, random));
    near(share(values, 0.5), median, 0.02);
    near(share(values, 0.99), p99, 0.03);
  });
});

test('a server with a capacity refuses at once what its queue cannot take, and does not do the work', async () => {
  const latency = { kind: 'constant', ms: 100 } as const;
  await withReference({ seed: 2, capacity: { rps: 4, places: 0, latency, seed: 1 } }, async ({ clock, ask }) => {
    const timed = async (sent: Partial<Sent> = {}) => {
      const began = clock.now();
      const { status, headers, body } = await ask({ path: '/pets', ...sent });
      return { status, headers, json: JSON.parse(body) as unknown, took: clock.now() - began };
    };
    const served = timed();
    await clock.sleep(1);
    const full = await timed({ method: 'POST', body: '{"name":"Rex","categoryId":1}' });
    expect(full).toMatchObject({ status: 503, took: 0, json: { code: 'overloaded', status: 503 } });
    expect(full.headers['x-ratelimit-remaining']).toBe('298');
    // A client without a valid key does not stand in the queue.
    expect((await timed({ key: 'nobody' })).status).toBe(401);
    expect(await served).toMatchObject({ status: 200, json: { length: 2 } });
    expect((await served).took).toBeGreaterThan(100);
    expect(await timed()).toMatchObject({ status: 200, json: { length: 2 } });
  });
});
