import { expect, it } from 'vitest';
import { apiKey } from '../../src/exchange/api-key.ts';
import { isExchange } from '../../src/exchange/records/journal-record.ts';
import type { LoadConfig, LoadScript } from '../../src/exchange/records/load-config.ts';
import type { K6Record } from '../../src/exchange/records/load-record.ts';
import type { Io } from '../../src/io/io.ts';
import { runK6 } from '../../src/k6/run/run-k6.ts';
import { startReference } from '../../src/reference/server/start-server.ts';
import { LOAD_SCRIPTS } from '../support/built.ts';
import { REAL_IO, realK6 } from '../support/real-io.ts';
import { virtualClock } from '../virtual/clock.ts';
import { virtualK6 } from '../virtual/k6/virtual-k6.ts';
import { memoryNetwork } from '../virtual/network.ts';

const { path } = await realK6();

interface Case {
  readonly script: LoadScript;
  /** Default: even on a busy machine, a burst of 60 requests leaves half of it. */
  readonly windowSeconds?: number;
  readonly plans: Readonly<Record<string, number>>;
  readonly experiment?: Partial<Record<'perDay' | 'keys' | 'share', number>>;
  readonly settings?: object;
  readonly segment?: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  'quota, two plans': { script: 'quota', plans: { free: 60, enterprise: 60 } },
  'daily, in two windows': { script: 'daily', windowSeconds: 3, plans: { enterprise: 30 }, experiment: { perDay: 40 } },
  'capacity, one step by the first of two instances': {
    script: 'capacity',
    plans: { pro: 300 },
    experiment: { keys: 2, share: 1 },
    segment: ['--execution-segment=0:1/2', '--execution-segment-sequence=0,1/2,1'],
    settings: {
      instances: 2,
      step: {
        level: 1,
        perMinute: 600,
        count: 20,
        warmUp: 0,
        first: 0,
        tag: 'parity',
        // A multiple of the instances: k6 divides requests as it divides VUs.
        vus: 6,
        mix: { list: 1, get: 1, create: 0 },
      },
    },
  },
  'a closed port': { script: 'quota', plans: { free: 60 }, settings: { baseUrl: 'http://127.0.0.1:9/v1' } },
};

/** What a k6 records on a server of its own, and what does not depend on moments in it. */
async function recorded(one: Case, io: Pick<Io, 'clock' | 'network' | 'k6'>, path: string) {
  const { script, windowSeconds = 10, plans, experiment, settings, segment = [] } = one;
  const enterprise = { perMinute: plans['enterprise'] ?? 60, perDay: experiment?.perDay ?? 1_000 };
  const server = await startReference({ windowSeconds, enterprise }, io);
  const experiments = Object.entries(plans).map(([plan, perWindow]) => ({
    plan,
    key: `${plan}#1` as const,
    perWindow,
    windowSeconds,
    ...experiment,
  }));
  const config: LoadConfig = { run: 'parity', baseUrl: server.baseUrl, timeoutSeconds: 30, experiments, ...settings };
  const keys = Object.entries(server.keys).map(([plan, key]) => apiKey(`${plan}#1`, key));
  const k6: Io['k6'] = {
    ...io.k6,
    start: (options) => io.k6.start({ ...options, args: options.args.toSpliced(-1, 0, ...segment) }),
  };
  const records: K6Record[] = [];
  const problems = await runK6({
    io: { ...io, k6, env: {} },
    k6: { path, version: 'v2.2.0' },
    script: LOAD_SCRIPTS[script],
    config,
    keys,
    onRecord: (record) => records.push(record),
  });
  await server.close();
  return { problems: problems.map(({ kind }) => kind), records: records.flatMap(shapeOf).sort() };
}

function shapeOf(record: K6Record): string | readonly string[] {
  if (!isExchange(record)) {
    if (record.kind === 'lag') return [];
    if (record.kind === 'sample') return `sample ${record.n} ${record.key} ${record.op} ${record.status}`;
    if (record.kind !== 'experiment') return `${record.kind}: ${Object.keys(record).sort()}`;
    const { key, role, stopped, planned, sent, refused } = record;
    return JSON.stringify({ key, role, stopped, planned, sent, refused });
  }
  const { key, phase, received } = record;
  const names = 'status' in received ? received.headers.map(([name]) => name) : [];
  const outcome = 'status' in received ? received.status : received.failure.code;
  return `${key} ${phase} ${outcome} ${Object.keys(received).sort()} ${names.sort()}`;
}

it.concurrent.each(Object.entries(CASES))('the virtual k6 records the same as the real one: %s', async (_name, one) => {
  const clock = virtualClock({ startAt: Date.now() });
  const network = memoryNetwork(clock);
  const io = { clock, network, k6: virtualK6({ clock, network }) };
  const virtual = await clock.run(recorded(one, io, 'k6'));
  clock.stop();
  expect(virtual).toEqual(await recorded(one, REAL_IO, path));
});
