import { createServer, type Server } from 'node:http';
import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, test } from 'vitest';
import { keysOf } from '../../src/reference/customers.ts';
import { receive } from '../../src/reference/receive.ts';
import { respond } from '../../src/reference/respond.ts';
import { createService } from '../../src/reference/service.ts';
import { type VirtualClock, virtualClock } from './clock.ts';
import { type Driven, type DriveOptions, drive } from './k6/drive.ts';
import { virtualK6 } from './k6.ts';
import { type MemoryNetwork, memoryNetwork } from './network.ts';

let clocks: VirtualClock[] = [];
afterEach(() => {
  for (const clock of clocks) clock.stop();
  clocks = [];
});

function world(windowSeconds = 60) {
  const clock = virtualClock();
  clocks.push(clock);
  const network = memoryNetwork(clock);
  const service = createService({ clock: clock.now, windowSeconds });
  const counts: Record<string, number> = {};
  let serial = 0;
  const server = createServer((incoming, wire) => {
    serial += 1;
    receive(incoming, serial, 0).then(
      (request) => {
        const answer = respond(request, service);
        const key = request.headers.get('authorization') ?? '';
        counts[key] = (counts[key] ?? 0) + 1;
        service.behaviour.deliver(answer, request, wire);
      },
      () => wire.destroy(),
    );
  });
  const keys = keysOf(service.customers, 0);
  const received = (plan: keyof typeof keys) => counts[`Bearer ${keys[plan]}`] ?? 0;
  const labelled = Object.fromEntries(Object.entries(keys).map(([plan, key]) => [`${plan}#1`, key]));
  return { clock, network, server, keys: labelled, received, launcher: virtualK6({ clock, network }) };
}

const PER_WINDOW = { free: 60, pro: 300, business: 1_000 } as const;

function configFor(port: number, plans: readonly (keyof typeof PER_WINDOW)[], windowSeconds = 60, more = {}) {
  const experiments = plans.map((plan) => ({
    plan,
    key: `${plan}#1`,
    perWindow: PER_WINDOW[plan],
    windowSeconds,
    ...more,
  }));
  return { run: 'virtual', baseUrl: `http://127.0.0.1:${port}/v1`, experiments };
}

async function run(
  around: { readonly clock: VirtualClock; readonly network: MemoryNetwork; readonly server: Server },
  options: (port: number) => DriveOptions,
): Promise<Driven> {
  const { port } = await around.network.listen(around.server, 0, '127.0.0.1');
  return around.clock.run(drive(options(port)), 'k6');
}

describe('virtual k6', () => {
  test('runs the quota experiment of three plans over a minute window in less than a second', async () => {
    const around = world();
    const { launcher, keys, received, clock } = around;
    const began = performance.now();
    const startedAt = clock.now();
    const { end, closings, exchanges } = await run(around, (port) => ({
      launcher,
      script: 'quota',
      config: configFor(port, ['free', 'pro', 'business']),
      keys,
    }));
    const took = performance.now() - began;
    expect(end).toEqual({ code: 0, signal: null, stderrTail: '', timedOut: false });
    expect(closings.map(({ key, sent, planned }) => [key, sent - planned])).toEqual([
      ['free#1', 0],
      ['pro#1', 0],
      ['business#1', 0],
    ].sort(([a], [b]) => String(a).localeCompare(String(b))));
    expect([received('free'), received('pro'), received('business')]).toEqual([67, 307, 1_007]);
    expect(exchanges).toHaveLength(67 + 307 + 1_007);
    expect(clock.now() - startedAt).toBeGreaterThan(60_000);
    expect(took).toBeLessThan(1_000);
  });
});
