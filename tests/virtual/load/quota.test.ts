import { beforeAll, describe, expect, it } from 'vitest';
import type { Exchange, KeyLabel } from '../../../src/exchange/exchange.ts';
import { ofKind } from '../../../src/exchange/index.ts';
import type { K6Record, QuotaConfig } from '../../../src/k6/index.ts';
import { type FixedWindow, fixedWindow } from './fixed-window.ts';
import { runLoad } from './run-load.ts';

const keys = new Map<KeyLabel, string>([
  ['free#1', 'key-of-free-customer-0001'],
  ['free#2', 'key-of-free-customer-0002'],
  ['pro#1', 'key/of+pro=customer&0003'],
  ['business#1', 'key-of-business-customer-0004'],
]);
const limits = Object.fromEntries(
  [...keys].map(([label, key]) => [key, label.startsWith('free') ? 60 : label === 'pro#1' ? 300 : 1_000]),
);

const run = (config: QuotaConfig, options: { signal?: AbortSignal; onRecord?: (record: K6Record) => void } = {}) =>
  runLoad('quota', keys, { config, ...options });

function phases(exchanges: readonly Exchange[], key: KeyLabel): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { key: of, phase = '' } of exchanges) if (of === key) counts[phase] = (counts[phase] ?? 0) + 1;
  return counts;
}

describe('three plans at once', () => {
  let server: FixedWindow;
  let result: Awaited<ReturnType<typeof runLoad>>;
  const windowSeconds = 60;

  beforeAll(async () => {
    server = await fixedWindow({ windowSeconds, limits, echo: true });
    const config: QuotaConfig = {
      run: 'three',
      baseUrl: server.baseUrl,
      experiments: [
        { plan: 'free', key: 'free#1', secondKey: 'free#2', perWindow: 60, windowSeconds },
        { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds },
        { plan: 'business', key: 'business#1', perWindow: 1_000, windowSeconds },
      ],
    };
    result = await runLoad('quota', keys, { config });
  });

  it('records exactly the requests that the server saw: N + 8 at most, 8 refusals at most', () => {
    for (const [label, key] of keys) {
      const ours = result.exchanges.filter((exchange) => exchange.key === label);
      const refused = ours.filter(({ received }) => 'status' in received && received.status === 429);
      const seen = server.seen.get(key);
      expect([label, ours.length, refused.length]).toEqual([label, seen?.requests, seen?.refused]);
      expect(ours.length).toBeLessThanOrEqual((limits[key] ?? 0) + 8);
      expect(refused.length).toBeLessThanOrEqual(8);
    }
  });

  it('runs every phase', () => {
    const recovery = { 'half-window': 1, 'before-reset': 1, 'recovery-retry-after': 1, 'recovery-reset': 1 };
    const usual = { calibrate: 1, 'each-operation': 4, operations: 2, ...recovery };
    expect(phases(result.exchanges, 'free#1')).toEqual({ ...usual, 'second-key': 2, burst: 55 });
    expect(phases(result.exchanges, 'free#2')).toEqual({ 'second-key': 3 });
    expect(phases(result.exchanges, 'pro#1')).toEqual({ ...usual, burst: 297 });
    expect(phases(result.exchanges, 'business#1')).toEqual({ ...usual, burst: 997 });
  });

  it('is provably complete, and every exchange is reported as it comes', () => {
    expect(result.problems).toEqual([]);
    expect(result.complete).toBe(true);
    expect(result.records.filter((record) => !('kind' in record))).toEqual(result.exchanges);
  });

  it('counts time up, sends before it receives, and waits with a reason', () => {
    for (const { sent, received } of result.exchanges) expect(received.at).toBeGreaterThan(sent.at);
    const waits = ofKind(result.records, 'wait');
    expect(waits.map(({ phase }) => phase)).toContain('recovery-reset');
    for (const { at, until, reason } of waits) expect([until > at, reason.length > 0]).toEqual([true, true]);
  });

  it('writes no key to the journal, though the server sends them back', () => {
    const text = result.records.map((record) => JSON.stringify(record)).join('\n');
    for (const key of keys.values()) expect(text).not.toContain(key);
    expect(text).toContain('too many for [key pro#1]');
    expect(text).toContain('Bearer {pro#1}');
  });
});

describe('the experiment on an unusual service', () => {
  const windowSeconds = 60;
  const pro = { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds } as const;

  it('splits a burst exactly among several VUs', async () => {
    const server = await fixedWindow({ windowSeconds, limits });
    const business = { plan: 'business', key: 'business#1', perWindow: 1_000, windowSeconds } as const;
    const result = await run({ run: 'shared', baseUrl: server.baseUrl, perVu: 300, experiments: [business] });
    expect(server.seen.get(keys.get('business#1') ?? '')).toMatchObject({ requests: result.exchanges.length });
    const shared = { calibrate: 1, 'each-operation': 4, burst: 997, operations: 2 };
    expect(phases(result.exchanges, 'business#1')).toMatchObject(shared);
    expect(
      ofKind(result.records, 'experiment')
        .map(({ role }) => role)
        .sort(),
    ).toEqual(['lead', 'prepare', 'share', 'share', 'share']);
    const numbers = result.exchanges.map(({ instance, seq }) => `${instance} ${seq}`);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(result).toMatchObject({ complete: true, problems: [] });
  });

  it('is invalid if a service falls silent', async () => {
    const server = await fixedWindow({ windowSeconds, limits, silentFrom: 50 });
    const result = await run({ run: 'silent', baseUrl: server.baseUrl, experiments: [pro] });
    expect(ofKind(result.records, 'experiment')[0]).toMatchObject({ stopped: 'unanswered' });
    expect(result).toMatchObject({ complete: true, problems: [{ kind: 'invalid' }] });
    expect(server.seen.get(keys.get('pro#1') ?? '')?.requests).toBe(result.exchanges.length);
  });

  it('records a missing answer if nothing listens', async () => {
    const result = await run({ run: 'nobody', baseUrl: 'http://127.0.0.1:9/v1', experiments: [pro] });
    expect(result.exchanges.map(({ received }) => 'failure' in received)).toEqual([true]);
    expect(ofKind(result.records, 'experiment')[0]).toMatchObject({ stopped: 'unanswered', sent: 1 });
  });

  it('returns what was recorded if it is interrupted', async () => {
    const server = await fixedWindow({ windowSeconds, limits });
    const stop = new AbortController();
    const onRecord = (record: K6Record) => {
      if ('kind' in record && record.kind === 'wait') stop.abort();
    };
    const config = { run: 'stop', baseUrl: server.baseUrl, experiments: [pro] };
    const result = await run(config, { signal: stop.signal, onRecord });
    expect(result.complete).toBe(false);
    expect(result.problems.map(({ kind }) => kind).sort()).toEqual(['incomplete', 'interrupted']);
    expect(result.exchanges.length).toBe(304);
  });
});
