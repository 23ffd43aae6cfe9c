import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from '../../../src/spec/requirements/index.ts';
import { faults } from '../../faults/index.ts';
import { matrixRow } from '../../faults/matrix.ts';
import { world } from '../world.ts';

/** On an empty store, every 8th of the faults that show without animals. All of them with STORECHECK_EVERY=1. */
const EVERY = Number(process.env['STORECHECK_EVERY'] ?? 8);

const TABLE = resolve(import.meta.dirname, '../../../src/text/findings/requirements.generated.json');

const never = new AbortController().signal;
const named = (chosen: typeof faults) => chosen.map((fault) => [fault.id, fault] as const);

describe('a filled store', () => {
  const seen = new Set<string>();
  const reported = new Map<string, Set<string>>();

  it.each(named(faults))('%s is killed by just the requirements it breaks', async (id, fault) => {
    const { problems, failed, codes = [] } = await matrixRow(fault, world(), never);
    seen.add(id);
    for (const [code, requirement] of codes)
      reported.set(code, (reported.get(code) ?? new Set<string>()).add(requirement));
    expect(problems).toEqual([]);
    expect(failed).not.toEqual([]);
  });

  it('shows the requirements that explain names for a code (--update writes them)', async ({ skip }) => {
    skip(seen.size < faults.length, 'needs every fault');
    const rows = [...reported].map(([code, ids]) => [code, [...ids].toSorted().join(' ')] as const).toSorted();
    await expect(`${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`).toMatchFileSnapshot(TABLE);
  });
});

describe('an empty store', () => {
  const withoutSeed = faults.filter(({ needs }) => needs?.seed === undefined);

  it('shows nearly every fault', () => {
    expect(withoutSeed.length / faults.length).toBeGreaterThan(0.94);
  });

  const onAnimals = withoutSeed.filter(({ breaks }) => breaks.some((id) => /^(?:list|get|create)\./.test(id)));
  const others = withoutSeed.filter((fault) => !onAnimals.includes(fault));
  const chosen = [...onAnimals, ...others.filter((_fault, index) => index % EVERY === 0)];

  it.each(named(chosen))('%s fails nothing that it does not break, and never passes', async (_id, fault) => {
    const empty = { ...fault, needs: { ...fault.needs, seed: 0 } };
    const { problems, failed, inconclusive } = await matrixRow(empty, world(), never);
    expect(problems.filter((problem) => !problem.startsWith('not found'))).toEqual([]);
    if (failed.length === 0) expect(inconclusive).toEqual(expect.arrayContaining([...fault.breaks]));
  });
});

// Limits have a matrix of their own; tests/capacity measures capacity.
const judgedHere = REQUIREMENTS.filter(({ id, level }) => level !== 'observe' && !/^(limit|capacity)\./.test(id));

it.each(judgedHere.map(({ id }) => [id]))('some fault breaks %s', (id) => {
  expect(faults.some(({ breaks }) => breaks.includes(id))).toBe(true);
});
