import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { apiKey } from '../../src/exchange/api-key.ts';
import type { RequestedRun } from '../../src/run/prepare.ts';
import { exploredFaults, faults, legalVariants, limitFaults, limitVariants } from '../faults/index.ts';
import type { VariantRow } from '../faults/table.ts';
import { checkOf, runAgainst, SEEDS, withoutAnimals } from '../matrix/check-matrix.ts';
import { experimentOn, recordExperiment } from '../matrix/limit-matrix.ts';
import { createRandom } from '../support/random.ts';
import { startTarget, TARGETS } from '../targets/start.ts';
import { dateOf, START, type VirtualClock } from '../virtual/clock.ts';
import { experimentIn } from '../virtual/k6/virtual-k6.ts';
import { endWorld, openWorld, type World } from '../virtual/world.ts';
import { type Evidence, judgedNow, type Line } from './line.ts';

type Case = Evidence & Omit<Line, 'verdicts' | keyof Evidence>;

/** How far away the server is, and at which phase of the clock's minute the experiment begins. */
interface Network {
  readonly network: 'calm' | 'jitter';
  /** Milliseconds after the start of the virtual clock. */
  readonly shift: number;
  readonly latency: () => number;
}

const CALM: Network = { network: 'calm', shift: 0, latency: () => 0.4 };

function jittery(shift: number, seed: number): Network {
  const random = createRandom(seed);
  return { network: 'jitter', shift, latency: () => random() * 300 };
}

/** In the order of their recording: jitter begins anew with each experiment. */
const networks = (): readonly Network[] => [
  CALM,
  { ...CALM, shift: 17_300 },
  { ...CALM, shift: 41_900 },
  jittery(3_100, 7),
  jittery(24_700, 8),
  jittery(52_600, 9),
];

const conforming: VariantRow = { id: 'conforming', title: 'Conforms', apply: (base) => base };
const standard: readonly VariantRow[] = [...faults, ...legalVariants, conforming];

const SETS: Readonly<Record<string, () => AsyncIterable<Case>>> = {
  'check-filled': () => checks(standard),
  'check-empty': () => checks(withoutAnimals(standard).map(emptied)),
  'check-read-only': () => checks(standard, { readOnly: true }),
  'check-thorough': thorough,
  limits: experiments,
  published: () => published(),
};

/** `npm run corpus -- record`: sets of the corpus as files in the folder, with the verdicts of the judge of today. Default: all sets. */
export async function record(folder: string, chosen: readonly string[]): Promise<void> {
  const unknown = chosen.filter((name) => !(name in SETS));
  if (unknown.length > 0)
    throw new RangeError(`no set ${unknown.join(', ')}; there are: ${Object.keys(SETS).join(', ')}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, cases] of Object.entries(SETS))
    if (chosen.length === 0 || chosen.includes(name)) await recordSet(folder, name, cases());
}

async function recordSet(folder: string, name: string, cases: AsyncIterable<Case>): Promise<void> {
  const lines: string[] = [];
  for await (const one of cases) lines.push(`${JSON.stringify({ ...one, verdicts: judgedNow(one) })}\n`);
  writeFileSync(join(folder, `${name}.ndjson.gz`), gzipSync(lines.join('')));
  console.log(`${name.padEnd(16)} ${lines.length} traces`);
}

const emptied = (variant: VariantRow): VariantRow => ({ ...variant, needs: { ...variant.needs, seed: 0 } });

async function* checks(variants: readonly VariantRow[], change: Partial<RequestedRun> = {}): AsyncGenerator<Case> {
  for (const variant of variants) yield await checkCase(variant, change);
}

/** Every fault that only an exploration finds with seeds until it is found, every legal variant, and every sixth other fault. */
async function* thorough(): AsyncGenerator<Case> {
  for (const fault of exploredFaults)
    for (const seed of SEEDS) {
      const found = await checkCase(fault, { seed });
      yield found;
      if (judgedNow(found).some(({ verdict }) => verdict === 'fail')) break;
    }
  const others = faults.filter((_fault, index) => index % 6 === 0);
  yield* checks([...legalVariants, ...others, conforming], { seed: 1 });
}

async function checkCase(variant: VariantRow, change: Partial<RequestedRun>): Promise<Case> {
  const { trace } = await inWorld(CALM, () => runAgainst([variant], variant.needs, change));
  return { id: variant.id, ...(change.seed === undefined ? {} : { seed: change.seed }), trace };
}

/** Every legal limiter and limiter fault on every network, and the faults of rate headers on one. */
async function* experiments(): AsyncGenerator<Case> {
  for (const variant of [...limitVariants, ...limitFaults])
    for (const network of networks()) yield await experimentCase(variant, network);
  for (const fault of faults.filter(({ breaks }) => breaks.some((id) => id.startsWith('rate.'))))
    yield await experimentCase(fault, CALM);
}

async function experimentCase(variant: VariantRow, network: Network): Promise<Case> {
  const { experiment } = await inWorld(network, (world) => experimentOn(variant, experimentIn(world)));
  return { id: variant.id, network: network.network, shift: network.shift, experiment };
}

/** The published limiters of tests/targets. Whatever they fail is recorded as it is. */
export async function* published(targets = Object.keys(TARGETS)): AsyncGenerator<Case> {
  for (const id of targets) {
    const terms = { plan: 'free', windowSeconds: windowOf(id) } as const;
    const trace = await onTarget(id, (world, { baseUrl, keys }) =>
      checkOf(baseUrl, apiKey('free#1', keys[0]), world, terms),
    );
    yield { id, trace };
    const { experiment } = await onTarget(id, (world, { baseUrl, keys }) =>
      recordExperiment(id, { baseUrl, keys, ...terms }, experimentIn(world)),
    );
    yield { id, network: CALM.network, shift: CALM.shift, experiment };
  }
}

/** Backing off doubles the wait with each refusal: in windows of 60 s that is longer than a run waits. */
const windowOf = (target: string) => (target === '@fastify/rate-limit backing off' ? 6 : 60);

const onTarget = <T>(
  id: string,
  work: (world: World, target: Awaited<ReturnType<typeof startTarget>>) => Promise<T>,
): Promise<T> =>
  inWorld(CALM, async (world) => {
    const endOfWorldTime = followClock(world.clock);
    try {
      return await work(world, await startTarget(id, windowOf(id), world));
    } finally {
      endOfWorldTime();
    }
  });

/** Makes `Date`, `setInterval` and `process.hrtime` follow the clock, for libraries, until the returned function is called. */
function followClock(clock: VirtualClock): () => void {
  const real = { Date, setInterval, hrtime: process.hrtime };
  // koa-ratelimit adds what has passed since its import to the time of its import.
  const hrtime = (since?: [number, number]): [number, number] => {
    const [seconds, nanoseconds] = real.hrtime(since);
    const milliseconds = since === undefined ? 0 : clock.now() - real.Date.now();
    return [seconds, nanoseconds + milliseconds * 1e6];
  };
  const every = (action: () => void, milliseconds: number) => {
    const cancel = clock.every(milliseconds, action);
    return { unref: () => undefined, ref: () => undefined, cancel };
  };
  Object.assign(globalThis, { Date: dateOf(clock), setInterval: every });
  Object.assign(process, { hrtime: Object.assign(hrtime, { bigint: real.hrtime.bigint }) });
  return () => {
    Object.assign(globalThis, { Date: real.Date, setInterval: real.setInterval });
    Object.assign(process, { hrtime: real.hrtime });
  };
}

async function inWorld<T>({ shift, latency }: Network, work: (world: World) => Promise<T>): Promise<T> {
  const world = openWorld({ startAt: START + shift, latency });
  try {
    return await world.clock.run(work(world));
  } finally {
    endWorld();
  }
}
