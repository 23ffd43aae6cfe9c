import { PassThrough, Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { type Fault, faults, startReference } from '../../src/reference/index.ts';
import { runAtOnce } from '../../src/run/self-test.ts';
import { temporaryFolder } from '../folder.ts';
import { callOf } from '../outcome/checked.ts';
import { resultIn } from '../outcome/left.ts';
import { REAL_IO } from '../real-io.ts';
import { run } from '../virtual/command.ts';
import { world } from '../virtual/world.ts';

/** Milliseconds. In a slower check, of a busy machine, lists are at other moments relative to the settle time. */
const CALM = 8_000;

/** How a check ends: id, verdict and number of findings of each requirement. */
interface Ended {
  readonly code: number | null;
  readonly rows: readonly string[];
  readonly milliseconds: number;
}

type Start = (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<number | null>;

async function ended(fault: Fault, io: Parameters<typeof startReference>[1], start: Start): Promise<Ended> {
  const { plan: _, ...needs } = fault.needs ?? {};
  const { baseUrl, keys, close } = await startReference({ ...needs, windowSeconds: 60, variants: [fault] }, io);
  const { args, env, out } = callOf(baseUrl, { key: keys.pro, args: ['--timeout', '10', '--reporter', 'terminal'] });
  const code = await start(args, env);
  await close();
  const { requirements, run } = resultIn(out);
  const rows = requirements.map(({ id, verdict, findings = [] }) => `${id} ${verdict} ${findings.length}`);
  return { code, rows, milliseconds: Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt) };
}

/** Over sockets of this machine, in real time. */
const really = (fault: Fault) =>
  ended(fault, REAL_IO, (args, env) => {
    const ignored = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    const own = { env: { ...REAL_IO.env, XDG_STATE_HOME: temporaryFolder(), ...env }, cwd: temporaryFolder() };
    const streams = { stdin: new PassThrough(), stdout: ignored(), stderr: ignored() };
    return runCli(args, { ...REAL_IO, ...own, ...streams, onInterrupt: () => () => undefined, exit: () => undefined });
  });

const virtually = (fault: Fault) => ended(fault, world(), async (args, env) => (await run(args, { env })).code);

describe('check judges a fault alike over sockets and in virtual time', () => {
  // From every area: the catalogue is sorted by area. In a slow run, a refill may explain what counters show.
  const sample = faults
    .filter(
      ({ breaks }) => !breaks.some((id) => id === 'rate.remaining-counts-down' || id === 'rate.counts-every-operation'),
    )
    .filter((_fault, index) => index % 9 === 0);
  let real: ReadonlyMap<string, Ended>;
  beforeAll(async () => {
    const jobs = sample.map((fault) => async () => [fault.id, await really(fault)] as const);
    real = new Map(await runAtOnce(jobs, 12, new AbortController().signal));
  });

  it('for at least 30 faults', () => expect(sample.length).toBeGreaterThanOrEqual(30));

  it.each(sample.map((fault) => [fault.id, fault] as const))('%s', async (id, fault) => {
    const [here, there] = [real.get(id), await virtually(fault)];
    if (here === undefined) throw new TypeError('it did not run');
    if (here.milliseconds <= CALM) expect(here).toMatchObject({ code: there.code, rows: there.rows });
    const mayDiffer = (row = '') =>
      row.includes(' inconclusive ') || (fault.follows ?? []).some((other) => row.startsWith(`${other} `));
    const decided = ({ rows }: Ended) =>
      rows.filter((_row, index) => ![here, there].some((one) => mayDiffer(one.rows[index])));
    expect(decided(here)).toEqual(decided(there));
  });
});
