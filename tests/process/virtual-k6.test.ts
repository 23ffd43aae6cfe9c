import { describe, test } from 'vitest';
import type { Io } from '../../src/io/io.ts';
import { startReference } from '../../src/reference/server/start.ts';
import { REAL_IO } from '../real-io.ts';
import { virtualClock } from '../virtual/clock.ts';
import { type Driven, type DriveOptions, drive } from '../virtual/k6/drive.ts';
import { virtualK6 } from '../virtual/k6.ts';
import { memoryNetwork } from '../virtual/network.ts';
import { realK6 } from './real-k6.ts';

/** Seconds. Even on a busy machine, a burst of 300 requests leaves half of it. */
const WINDOW = 8;

interface Case extends Pick<DriveOptions, 'script' | 'segment'> {
  readonly windowSeconds?: number;
  readonly plans: Readonly<Record<string, number>>;
  readonly experiment?: object;
  readonly settings?: object;
}

const CASES: Readonly<Record<string, Case>> = {
  'quota, two plans': { script: 'quota', plans: { free: 60, pro: 300 } },
  'sustain, two windows': { script: 'sustain', windowSeconds: 4, plans: { free: 60 }, experiment: { windows: 2 } },
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
        // A multiple of the instances: k6 divides requests as it divides VUs.
        vus: 6,
        mix: { list: 1, get: 1, create: 0 },
        tag: 'parity',
      },
    },
  },
  'a service that nobody listens for': {
    script: 'quota',
    plans: { free: 60 },
    settings: { baseUrl: 'http://127.0.0.1:9/v1' },
  },
  'a configuration that is wrong': { script: 'quota', plans: { free: 60 }, settings: { baseUrl: 'nowhere' } },
};

function configFor({ plans, experiment, settings, windowSeconds = WINDOW }: Case, port: number): object {
  const experiments = Object.entries(plans).map(([plan, perWindow]) => ({
    plan,
    key: `${plan}#1`,
    perWindow,
    windowSeconds,
    ...experiment,
  }));
  return { run: 'parity', baseUrl: `http://127.0.0.1:${port}/v1`, experiments, ...settings };
}

type Place = Pick<Io, 'clock' | 'network'> & { readonly launcher: DriveOptions['launcher']; readonly path?: string };

async function recorded(one: Case, { clock, network, ...k6 }: Place): Promise<Driven> {
  const { windowSeconds = WINDOW } = one;
  const { port, keys, close } = await startReference({ windowSeconds }, { clock, network });
  const labelled = Object.fromEntries(Object.entries(keys).map(([plan, key]) => [`${plan}#1`, key]));
  try {
    const { script, segment = [] } = one;
    return await drive({ ...k6, script, segment, config: configFor(one, port), keys: labelled });
  } finally {
    await close();
  }
}

const really = (one: Case) => recorded(one, { ...REAL_IO, launcher: REAL_IO.k6, path: realK6().path });

async function virtually(one: Case): Promise<Driven> {
  const clock = virtualClock({ startAt: Date.now() });
  const network = memoryNetwork(clock);
  const driven = await clock.run(recorded(one, { clock, network, launcher: virtualK6({ clock, network }) }));
  clock.stop();
  return driven;
}

/** What does not depend on moments. */
function shapeOf({ end, records, exchanges, closings, lines }: Driven) {
  const kinds = tally(records.map((record) => ('kind' in record ? record.kind : 'exchange')));
  const { lag: _, ...others } = kinds;
  return {
    end: { code: end.code, signal: end.signal, timedOut: end.timedOut, firstError: end.stderrTail.split('\n')[0] },
    isJson: lines.length === records.length,
    kinds: others,
    last: records.at(-1) && Object.keys(records.at(-1) ?? {}).sort(),
    fields: [...new Set(exchanges.map(({ received }) => Object.keys(received).sort().join()))].sort(),
    headers: [
      ...new Set(
        exchanges.flatMap(({ received }) => ('status' in received ? received.headers.map(([name]) => name) : [])),
      ),
    ].sort(),
    outcomes: tally(
      exchanges.map(({ key, phase, received }) => {
        const outcome = 'status' in received ? received.status : received.failure.code;
        return `${key} ${phase} ${outcome}`;
      }),
    ),
    closings: closings
      .map(({ key, role, stopped, skipped, planned, sent, refused, unanswered, phases }) =>
        JSON.stringify({ key, role, stopped, skipped, planned, sent, refused, unanswered, phases }),
      )
      .sort(),
    samples: tally(
      records.flatMap((record) =>
        'kind' in record && record.kind === 'sample' ? `${record.n} ${record.key} ${record.op} ${record.status}` : [],
      ),
    ),
  };
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe('the virtual k6 records the same as the real one', () => {
  for (const [name, one] of Object.entries(CASES))
    test.concurrent(name, async ({ expect }) => {
      const real = await really(one);
      expect(shapeOf(await virtually(one))).toEqual(shapeOf(real));
    });
});
