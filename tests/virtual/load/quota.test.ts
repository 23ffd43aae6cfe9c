import { describe, expect, it } from 'vitest';
import type { Exchange, KeyLabel } from '../../../src/exchange/exchange.ts';
import { ofKind } from '../../../src/exchange/index.ts';
import type { LoadConfig } from '../../../src/k6/index.ts';
import { between, conforming } from '../servers.ts';
import { runLoad } from './run-load.ts';

const PER_WINDOW = { free: 60, pro: 300, business: 1_000 } as const;

const of = (plan: keyof typeof PER_WINDOW, secondKey?: KeyLabel) => ({
  ...{ plan, key: `${plan}#1` as const, perWindow: PER_WINDOW[plan], windowSeconds: 60 },
  ...(secondKey === undefined ? {} : { secondKey }),
});

/** Runs the quota experiment against the reference server. */
async function run(config: Omit<LoadConfig, 'baseUrl' | 'run'>) {
  const server = await conforming();
  const keys = new Map<KeyLabel, string>([
    ...(['free', 'pro', 'business'] as const).map((plan): [KeyLabel, string] => [`${plan}#1`, server.keys[plan]]),
    ['free#2', server.secondKeys.free],
  ]);
  const result = await runLoad('quota', keys, { config: { run: 'quota', baseUrl: server.baseUrl, ...config } });
  return { ...result, received: server.received() };
}

function phases(exchanges: readonly Exchange[], key: KeyLabel): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { key: of, phase = '' } of exchanges) if (of === key) counts[phase] = (counts[phase] ?? 0) + 1;
  return counts;
}

describe('the quota experiment', () => {
  it('records exactly the requests that the server saw, as tests/load/experiment.test.ts shows them', async () => {
    const result = await run({ experiments: [of('free', 'free#2'), of('pro')] });
    expect(result).toMatchObject({ complete: true, problems: [] });
    const recovery = { 'half-window': 1, 'before-reset': 1, 'recovery-retry-after': 1, 'recovery-reset': 1 };
    const usual = { calibrate: 1, 'each-operation': 4, operations: 2, ...recovery };
    const [free, pro] = [
      { ...usual, 'second-key': 2, burst: 55 },
      { ...usual, burst: 297 },
    ];
    for (const [key, counts] of [
      ['free#1', free],
      ['free#2', { 'second-key': 3 }],
      ['pro#1', pro],
    ] as const) {
      expect(phases(result.exchanges, key), key).toEqual(counts);
      const [ours, seen] = [result.exchanges, result.received].map((all) => all.filter((one) => one.key === key));
      expect(ours, key).toHaveLength(seen?.length ?? 0);
    }
    expect(result.records.filter((record) => !('kind' in record))).toEqual(result.exchanges);
  });

  it('splits a burst exactly among several VUs', async () => {
    const result = await run({ perVu: 300, experiments: [of('business')] });
    expect(result.received).toHaveLength(result.exchanges.length);
    const shared = { calibrate: 1, 'each-operation': 4, burst: 997, operations: 2 };
    expect(phases(result.exchanges, 'business#1')).toMatchObject(shared);
    const roles = ofKind(result.records, 'experiment').map(({ role }) => role);
    expect(roles.sort()).toEqual(['lead', 'prepare', 'share', 'share', 'share']);
    const numbers = result.exchanges.map(({ instance, seq }) => `${instance} ${seq}`);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(result).toMatchObject({ complete: true, problems: [] });
  });

  it('is invalid if a service falls silent', async () => {
    const server = await conforming();
    const { baseUrl } = await between(server, ({ number, request }) => {
      if (number >= 50) request.socket.destroy();
      return number >= 50;
    });
    const config = { run: 'quota', baseUrl, experiments: [of('pro')] };
    const result = await runLoad('quota', new Map([['pro#1', server.keys.pro]]), { config });
    expect(ofKind(result.records, 'experiment')[0]).toMatchObject({ stopped: 'unanswered' });
    expect(result).toMatchObject({ complete: true, problems: [{ kind: 'invalid' }] });
  });
});

it('sustain sends exactly the offered requests in each window', async () => {
  const { baseUrl, keys, received } = await conforming();
  const shared = { windowSeconds: 60, windows: 2 };
  const experiments = [
    { plan: 'pro', key: 'pro#1' as const, perWindow: 300, ...shared },
    { plan: 'free', key: 'free#1' as const, perWindow: 60, offered: 54, ...shared },
  ];
  const secrets = new Map<KeyLabel, string>([
    ['pro#1', keys.pro],
    ['free#1', keys.free],
  ]);
  const result = await runLoad('sustain', secrets, { config: { run: 'sustain', baseUrl, experiments } });
  const sent = ['pro#1', 'free#1'].map((label) => received().filter(({ key }) => key === label).length);
  expect(sent).toEqual([600, 108]);
  expect(result).toMatchObject({ complete: true, problems: [] });
  expect(result.exchanges.length + ofKind(result.records, 'held').length).toBe(708);
});
