import { readFileSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import type { Exchange } from '../../src/exchange/index.ts';
import type { Io } from '../../src/io/io.ts';
import { faults, limitFaults, limitVariants, startReference, type Variant } from '../../src/reference/index.ts';
import type { Result } from '../../src/result/result.ts';
import { readTrace } from '../../src/run/read.ts';
import { runAtOnce } from '../../src/run/self-test.ts';
import { temporaryFolder } from '../folder.ts';
import { callOf as checkCall } from '../outcome/checked.ts';
import { resultIn } from '../outcome/left.ts';
import { callOf as limitsCall } from '../outcome/pushed.ts';
import { REAL_IO } from '../real-io.ts';
import { describeWithK6, realK6 } from '../real-k6.ts';
import { run as runVirtually } from '../virtual/command.ts';
import { world } from '../virtual/world.ts';

/** Seconds: long enough for both runs to decide the same. */
const WINDOW = 12;

/** Milliseconds. A slower burst is that of a busy machine: continuous refill may explain what it saw, so less is decided. */
const CALM_BURST = 2_000;

/** The same for a complete check. Its lists are then at other moments relative to the settle time. */
const CALM_CHECK = 8_000;

/** How a command ends, here or there: id, verdict and number of findings of each requirement. */
interface Verdicts {
  readonly code: number | null;
  readonly rows: readonly string[];
}

interface Real extends Verdicts {
  readonly out: string;
}

interface Call {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly out: string;
}

type CallOn = (server: Awaited<ReturnType<typeof startReference>>) => Call;

const verdictsOf = (code: number | null, { requirements }: Result): Verdicts => ({
  code,
  rows: requirements.map(({ id, verdict, findings = [] }) => `${id} ${verdict} ${findings.length}`),
});

/** Over sockets of this machine, in real time, with the real k6. */
async function really(variant: Variant, callOn: CallOn, windowSeconds: number): Promise<Real> {
  const { plan: _, ...needs } = variant.needs ?? {};
  const server = await startReference({ ...needs, windowSeconds, variants: [variant] }, REAL_IO);
  const { args, env, out } = callOn(server);
  const ignored = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const io: Io = {
    ...REAL_IO,
    stdin: new PassThrough(),
    stdout: ignored(),
    stderr: ignored(),
    env: { ...REAL_IO.env, XDG_STATE_HOME: temporaryFolder(), ...env },
    cwd: temporaryFolder(),
    onInterrupt: () => () => undefined,
    exit: () => undefined,
  };
  const code = await runCli(args, io);
  await server.close();
  return { ...verdictsOf(code, resultIn(out)), out };
}

/** In the test's world, with the virtual k6. */
async function virtually(variant: Variant, callOn: CallOn, windowSeconds: number): Promise<Verdicts> {
  const { plan: _, ...needs } = variant.needs ?? {};
  const server = await startReference({ ...needs, windowSeconds, variants: [variant] }, world());
  const { args, env, out } = callOn(server);
  const { code } = await runVirtually(args, { env });
  return verdictsOf(code, resultIn(out));
}

/** Runs all of them for real, several at once. */
async function allReally(variants: readonly Variant[], atOnce: number, one: (variant: Variant) => Promise<Real>) {
  const jobs = variants.map((variant) => async () => [variant.id, await one(variant)] as const);
  return new Map(await runAtOnce(jobs, atOnce, new AbortController().signal));
}

/** Milliseconds from the first request to the last response of those that `select` accepts. */
function durationOf(out: string, select: (exchange: Exchange) => boolean = () => true): number {
  const lines = readFileSync(`${out}/exchanges.ndjson`, 'utf8').trim().split('\n');
  const { exchanges, load } = readTrace([{ name: out, lines }]);
  const chosen = [...exchanges, ...(load?.exchanges() ?? [])].filter(select);
  return Math.max(...chosen.map(({ received }) => received.at)) - Math.min(...chosen.map(({ sent }) => sent.at));
}

/**
 * All verdicts are the same, unless the machine was busy, and then all that both runs decided.
 * @param late requirements whose violation depends on the moments of the requests
 */
function expectAlike(
  here: Real | undefined,
  there: Verdicts,
  isBusy: (out: string) => boolean,
  late: readonly string[] = [],
): void {
  if (here === undefined) throw new TypeError('it did not run');
  if (!isBusy(here.out)) expect(here).toMatchObject(there);
  const mayDiffer = (row = '') => row.includes(' inconclusive ') || late.some((id) => row.startsWith(`${id} `));
  const isOpen = (index: number) => [here, there].some(({ rows }) => mayDiffer(rows[index]));
  const decided = ({ rows }: Verdicts) => rows.filter((_row, index) => !isOpen(index));
  expect(decided(here)).toEqual(decided(there));
}

/**
 * In a slow burst of a short window, a limiter that refills returns a slot before the other operations are sent. So one
 * that is served does not show a counter of its own.
 */
const LATE = ['limit.all-operations'];

const FLOOD = ['calibrate', 'second-key', 'each-operation', 'burst'];

const named = <V extends Variant>(variants: readonly V[]) => variants.map((variant) => [variant.id, variant] as const);

/** In a slow run, a refill may explain what counters show, so faults of the countdown are not compared. */
describe('check judges a fault alike over sockets and in virtual time', () => {
  // From every area: the catalogue is sorted by area.
  const sample = faults
    .filter(({ breaks }) => !breaks.includes('rate.remaining-counts-down'))
    .filter((_fault, index) => index % 12 === 0);
  const onServer: CallOn = ({ baseUrl, keys }) =>
    checkCall(baseUrl, { key: keys.pro, args: ['--timeout', '10', '--reporter', 'terminal'] });
  let real: ReadonlyMap<string, Real>;
  beforeAll(async () => {
    real = await allReally(sample, 12, (fault) => really(fault, onServer, 60));
  });

  it('for at least 30 faults', () => expect(sample.length).toBeGreaterThanOrEqual(30));

  it.each(named(sample))('%s', async (id, fault) => {
    const isBusy = (out: string) => durationOf(out) > CALM_CHECK;
    expectAlike(real.get(id), await virtually(fault, onServer, 60), isBusy, fault.follows ?? []);
  });
});

/** The spikes that one limiter refuses are moments of real time, so it is not compared. */
describeWithK6('limits judges a limiter alike with the real and with the virtual k6', () => {
  const sample = [
    ...limitVariants.filter(({ id }) => ['window-from-first', 'remaining-before-counting'].includes(id)),
    ...limitFaults
      .filter(({ id, needs }) => needs === undefined && id !== 'spike-arrest')
      .filter((_fault, index) => index % 9 === 0),
  ];
  const onServer: CallOn = ({ baseUrl, keys, secondKeys }) => {
    const { args, env, out } = limitsCall(baseUrl, {
      keys: { free: keys.free },
      secondKeys: { free: secondKeys.free },
      window: WINDOW,
    });
    return { args, env: { ...env, K6_BIN: realK6().path }, out };
  };
  let real: ReadonlyMap<string, Real>;
  beforeAll(async () => {
    real = await allReally(sample, 6, (limiter) => really(limiter, onServer, WINDOW));
  });

  it('for at least 10 limiters', () => expect(sample.length).toBeGreaterThanOrEqual(10));

  it.each(named(sample))('%s', async (id, limiter) => {
    const isOfBurst = ({ phase }: Exchange) => phase !== undefined && FLOOD.includes(phase);
    const isBusy = (out: string) => durationOf(out, isOfBurst) > CALM_BURST;
    expectAlike(real.get(id), await virtually(limiter, onServer, WINDOW), isBusy, LATE);
  });
});
