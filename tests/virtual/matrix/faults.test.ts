import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from '../../../src/spec/requirements/index.ts';
import { faults } from '../../faults/index.ts';
import { emptyStoreRow, matrixRow, withoutAnimals } from '../../faults/matrix.ts';
import { world } from '../world.ts';

/** Every 9th fault. `npm run self-test` has all of them, and so has STORECHECK_EVERY=1. */
const EVERY = Number(process.env['STORECHECK_EVERY'] ?? 9);

const never = new AbortController().signal;
const named = (chosen: typeof faults) => chosen.map((fault) => [fault.id, fault] as const);

describe('a filled store', () => {
  const chosen = faults.filter((_fault, index) => index % EVERY === 0);

  it.each(named(chosen))('%s is killed by just the requirements it breaks', async (_id, fault) => {
    const { problems, failed } = await matrixRow(fault, world(), never);
    expect(problems).toEqual([]);
    expect(failed).not.toEqual([]);
  });
});

describe('an empty store', () => {
  it('shows nearly every fault', () => {
    expect(withoutAnimals(faults).length / faults.length).toBeGreaterThan(0.94);
  });

  const chosen = withoutAnimals(faults).filter((_fault, index) => index % (EVERY * EVERY) === 0);

  it.each(named(chosen))('%s fails nothing that it does not break, and never passes', async (_id, fault) => {
    expect((await emptyStoreRow(fault, world(), never)).problems).toEqual([]);
  });
});

// Limits have a matrix of their own; tests/capacity measures capacity.
const judgedHere = REQUIREMENTS.filter(({ id, level }) => level !== 'observe' && !/^(limit|capacity)\./.test(id));

it.each(judgedHere.map(({ id }) => [id]))('some fault breaks %s', (id) => {
  expect(faults.some(({ breaks }) => breaks.includes(id))).toBe(true);
});
