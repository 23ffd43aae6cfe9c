import { afterEach, describe, expect, test } from 'vitest';
import { isKind } from '../../src/exchange/records/journal-record.ts';
import type { K6Record } from '../../src/exchange/records/load-record.ts';
import { type VirtualClock, virtualClock } from './clock.ts';
import { type DriveOptions, drive } from './k6/drive.ts';
import { virtualK6 } from './k6.ts';
import { memoryNetwork } from './network.ts';
import { referenceServer } from './reference.ts';

let clocks: VirtualClock[] = [];
afterEach(() => {
  for (const clock of clocks) clock.stop();
  clocks = [];
});

const PER_WINDOW = { free: 60, pro: 300, business: 1_000 } as const;

type Plan = keyof typeof PER_WINDOW;

/** A reference service with a window of a minute, and a k6 that reaches it. */
async function world() {
  const clock = virtualClock();
  clocks.push(clock);
  const network = memoryNetwork(clock);
  const { server, keys, received } = referenceServer({}, clock);
  const { port } = await network.listen(server, 0, '127.0.0.1');
  const launcher = virtualK6({ clock, network });
  const run = (options: Omit<DriveOptions, 'launcher' | 'keys'>) =>
    clock.run(drive({ launcher, keys, ...options }), 'k6');
  const config = (plans: readonly Plan[], more: object = {}, settings: object = {}) => ({
    run: 'virtual',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    experiments: plans.map((plan) => ({
      plan,
      key: `${plan}#1`,
      perWindow: PER_WINDOW[plan],
      windowSeconds: 60,
      ...more,
    })),
    ...settings,
  });
  return { clock, run, received, config };
}

const samplesIn = (records: readonly K6Record[]) => records.filter((record) => isKind(record, 'sample'));

describe('virtual k6', () => {
  test('runs the quota experiment of three plans over a minute window', async () => {
    const { clock, run, received, config } = await world();
    const startedAt = clock.now();
    const { end, closings, exchanges } = await run({ script: 'quota', config: config(['free', 'pro', 'business']) });
    expect(end).toEqual({ code: 0, signal: null, stderrTail: '', timedOut: false });
    expect(closings.map(({ key, sent, planned }) => `${key} ${sent} of ${planned}`)).toEqual([
      'free#1 68 of 68',
      'pro#1 308 of 308',
      'business#1 1008 of 1008',
    ]);
    expect(['free#1', 'pro#1', 'business#1'].map(received)).toEqual([68, 308, 1_008]);
    expect(exchanges).toHaveLength(68 + 308 + 1_008);
    expect(clock.now() - startedAt).toBeGreaterThan(60_000);
  });

  test('shares a burst among several VUs', async () => {
    const { run, received, config } = await world();
    const { end, closings } = await run({ script: 'quota', config: config(['pro'], {}, { perVu: 100 }) });
    expect(end.code).toBe(0);
    expect(closings.map(({ role, instance }) => `${role} ${instance}`)).toEqual([
      'prepare pro_1.setup',
      'share pro_1.2',
      'share pro_1.3',
      'lead pro_1.1',
    ]);
    expect(received('pro#1')).toBe(308);
  });

  test('paces at the rate of a plan', async () => {
    const { clock, run, received, config } = await world();
    const startedAt = clock.now();
    const { end, exchanges } = await run({ script: 'sustain', config: config(['free'], { windows: 2 }) });
    expect(end.code).toBe(0);
    expect(received('free#1')).toBe(120);
    const paced = exchanges.filter(({ phase }) => phase === 'sustain').map(({ sent }) => sent.at);
    const gaps = paced.slice(1).map((at, index) => at - (paced[index] ?? 0));
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(0.1);
    expect(clock.now() - startedAt).toBeGreaterThan(120_000);
  });

  test('exhausts the quota of a day', async () => {
    const { clock, run, received, config } = await world();
    const startedAt = clock.now();
    const { end } = await run({ script: 'daily', config: config(['free'], { perDay: 1_000 }) });
    expect(end.code).toBe(0);
    expect(received('free#1')).toBeGreaterThan(1_000);
    expect(clock.now() - startedAt).toBeGreaterThan(15 * 60_000);
  });

  test('runs a capacity step in parts, on connections that are kept', async () => {
    const { run, received, config } = await world();
    const step = {
      level: 1,
      perMinute: 300,
      count: 100,
      warmUp: 0,
      first: 0,
      vus: 10,
      mix: { list: 1, get: 1, create: 0 },
      tag: 'virtual',
    };
    const about = config(['business'], { keys: 2, share: 1 }, { step, instances: 2 });
    const keys = { 'business#1': 'demo-business-key', 'business#2': 'demo-business-key' };
    const parts = [];
    for (const index of [0, 1]) {
      const options = { script: 'capacity', config: about, segment: { index, of: 2 }, keys } as const;
      parts.push(await run(options as Omit<DriveOptions, 'launcher' | 'keys'>));
    }
    expect(parts.map(({ end }) => end.code)).toEqual([0, 0]);
    const samples = parts.map(({ records }) => samplesIn(records).filter(({ n }) => n >= 0));
    expect(samples.map((part) => part.length)).toEqual([50, 50]);
    expect(samples.map((part) => part.slice(0, 3).map(({ n }) => n))).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
    expect(samples.map((part) => part.filter(({ fresh }) => fresh).length)).toEqual([5, 5]);
    expect(received('business#1')).toBeGreaterThanOrEqual(0);
  });

  test('is interrupted by a signal: the iteration is cut, teardown runs', async () => {
    const { clock, run, config } = await world();
    const controller = new AbortController();
    clock.after(30_000, () => controller.abort());
    const { end, closings } = await run({
      script: 'sustain',
      config: config(['free'], { windows: 2 }),
      signal: controller.signal,
    });
    expect(end).toMatchObject({ code: 105, signal: null, timedOut: false });
    expect(closings.map(({ role }) => role)).toEqual(['prepare', 'paced']);
  });

  test('is interrupted when its time is over', async () => {
    const { clock, run, config } = await world();
    const startedAt = clock.now();
    const { end, closings } = await run({ script: 'quota', config: config(['free']), timeoutMs: 20_000 });
    expect(end).toMatchObject({ code: 105, signal: null, timedOut: true });
    expect(clock.now() - startedAt).toBe(20_000);
    expect(closings).toEqual([]);
  });

  test('is killed at once', async () => {
    const { clock, run, config } = await world();
    const onStart = (kill: () => void) => void clock.after(10_000, kill);
    const { end } = await run({ script: 'quota', config: config(['free']), onStart });
    expect(end).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  test('ends with the exit code of k6 for a script or a file that is wrong', async () => {
    const { run, config } = await world();
    const wrong = await run({ script: 'quota', config: { ...config([]), baseUrl: 'nowhere' } });
    expect(wrong.end.code).toBe(107);
    expect(wrong.end.stderrTail).toContain('BASE_URL (or baseUrl of CONFIG) must be the http(s) address');
    const missing = await run({ script: { path: '/nowhere/quota.js' }, config: config(['free']) });
    expect(missing.end).toMatchObject({ code: 255, signal: null });
  });
});
