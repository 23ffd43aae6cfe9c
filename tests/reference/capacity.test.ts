import { describe, expect, it, test } from 'vitest';
import { createRandom } from '../../src/reference/random.ts';
import { createQueue, drawLatency, type Latency } from '../../src/reference/server/capacity.ts';
import { type Sent, withReference } from './exchange.ts';

const sorted = (length: number, draw: (index: number) => number) =>
  Float64Array.from({ length }, (_, n) => draw(n)).sort();
const share = (values: Float64Array, p: number) => values[Math.floor(p * values.length)] ?? Number.NaN;
const near = (value: number, truth: number, by: number) =>
  expect(Math.abs(value / truth - 1), `${value} for ${truth}`).toBeLessThan(by);

describe('the queue', () => {
  it.each([50, 1_000])('serves %d a second, however many more come', (rps) => {
    const queue = createQueue(rps, Number.POSITIVE_INFINITY, createRandom(7));
    const ends = Array.from({ length: 40_000 }, (_, n) => queue.join((n * 500) / rps) ?? 0);
    near(ends.filter((end) => end <= 20_000_000 / rps).length, 20_000, 0.02);
  });

  it('is full at its limit, and accepts the next request after one is served', () => {
    const queue = createQueue(10, 2, createRandom(1));
    const [first = 0, ...others] = [1, 2, 3, 4].map(() => queue.join(1_000));
    expect(others.map((end) => end !== undefined)).toEqual([true, true, false]);
    expect(queue.join(first - 0.1)).toBeUndefined();
    expect(queue.join(first)).toBeGreaterThan(first);
    expect(queue.join(first)).toBeUndefined();
  });

  it('has the same times for the same seed, and others for another', () => {
    const times = (seed: number) => {
      const queue = createQueue(100, 10_000, createRandom(seed));
      return Array.from({ length: 100 }, (_, n) => queue.join(n));
    };
    expect(times(4)).toEqual(times(4));
    expect(times(4)).not.toEqual(times(5));
  });
});

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
