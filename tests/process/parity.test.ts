import { beforeAll, describe, expect, it } from 'vitest';
import type { Io } from '../../src/io/io.ts';
import { faults } from '../faults/index.ts';
import { runAgainst, runAtOnce } from '../faults/matrix.ts';
import type { Fault } from '../faults/table.ts';
import { REAL_IO } from '../real-io.ts';
import { world } from '../virtual/world.ts';

/** Milliseconds. In a slower check, of a busy machine, lists are at other moments relative to the settle time. */
const CALM = 8_000;

/** It keeps a list for a second: which of several simultaneous lists fills the cache is chance. */
const BY_CHANCE = 'list-cached-by-status';

/** How a check ends: id, verdict and number of findings of each requirement. */
interface Ended {
  readonly rows: readonly string[];
  readonly milliseconds: number;
}

async function ended(fault: Fault, io: Pick<Io, 'clock' | 'random' | 'network'>): Promise<Ended> {
  const begun = io.clock.now();
  const { verdicts } = await runAgainst([fault], fault.needs, io, new AbortController().signal);
  // How Reset moves shows after 2 s, which a busy machine may take and virtual time does not.
  const judged = verdicts.filter(({ id }) => id !== 'rate.window-style');
  const rows = judged.map(({ id, verdict, findings }) => `${id} ${verdict} ${findings.length}`);
  return { rows, milliseconds: io.clock.now() - begun };
}

const virtually = (fault: Fault) => world().clock.run(ended(fault, world()));

describe('check judges a fault alike over sockets and in virtual time', () => {
  // From every area: the catalogue is sorted by area. In a slow run, a refill may explain what counters show.
  const sample = faults
    .filter(
      ({ breaks }) => !breaks.some((id) => id === 'rate.remaining-counts-down' || id === 'rate.counts-every-operation'),
    )
    .filter(({ id }, index) => index % 50 === 0 && id !== BY_CHANCE);
  /** Over sockets of this machine, in real time. */
  let real: ReadonlyMap<string, Ended>;
  beforeAll(async () => {
    const jobs = sample.map((fault) => async () => [fault.id, await ended(fault, REAL_IO)] as const);
    real = new Map(await runAtOnce(jobs, 12, new AbortController().signal));
  });

  it.each(sample.map((fault) => [fault.id, fault] as const))('%s', async (id, fault) => {
    const [here, there] = [real.get(id), await virtually(fault)];
    if (here === undefined) throw new TypeError('it did not run');
    if (here.milliseconds <= CALM) expect(here.rows).toEqual(there.rows);
    const mayDiffer = (row = '') =>
      row.includes(' inconclusive ') || (fault.follows ?? []).some((other) => row.startsWith(`${other} `));
    const decided = ({ rows }: Ended) =>
      rows.filter((_row, index) => ![here, there].some((one) => mayDiffer(one.rows[index])));
    expect(decided(here)).toEqual(decided(there));
  });
});
