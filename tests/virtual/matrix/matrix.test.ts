import { beforeAll, expect, it } from 'vitest';
import { REQUIREMENTS } from '../../../src/spec/requirements/catalogue.ts';
import { exploredFaults, faults, legalVariants, variantNamed } from '../../faults/index.ts';
import type { VariantRow } from '../../faults/table.ts';
import {
  emptyStoreRow,
  IS_REAL,
  matrixRow,
  named,
  runAgainst,
  sampled,
  thoroughRow,
  withoutAnimals,
} from '../../matrix/check-matrix.ts';
import { endWorld } from '../world.ts';

/** In real time, a row mostly waits. */
const rows = IS_REAL ? it.concurrent : it;

rows.each(named(sampled(faults, 20)))(
  'the fault %s fails exactly the requirements that it violates',
  async (_id, fault) => {
    const { problems, failed } = await matrixRow(fault);
    expect(problems).toEqual([]);
    expect(failed).not.toEqual([]);
  },
);

rows.each(named(sampled(withoutAnimals(faults), 80)))(
  'the fault %s on an empty store fails only requirements that it violates, and never passes',
  async (_id, fault) => expect((await emptyStoreRow(fault)).problems).toEqual([]),
);

rows.each(named(sampled(exploredFaults, 30)))(
  'the fault %s is found only by a thorough check, with one of a few seeds',
  async (_id, fault) => {
    const { verdicts } = await runAgainst([fault], fault.needs);
    expect(verdicts.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect((await thoroughRow(fault)).problems).toEqual([]);
  },
);

it('some fault violates each requirement that a check judges', () => {
  // Limits have a matrix of their own; tests/capacity measures capacity.
  const judged = REQUIREMENTS.filter(({ id, level }) => level !== 'observe' && !/^(limit|capacity)\./.test(id));
  expect(judged.filter(({ id }) => !faults.some(({ breaks }) => breaks.includes(id)))).toEqual([]);
});

/** Only requests of an exploration show these. */
const EXPLORED = [
  'head-refused',
  'long-path-refused-by-framework',
  'arrays-refused-before-the-key',
  'filter-in-any-case',
  'broken-paths-counted-without-the-key',
  'media-type-in-lower-case',
  'keys-looked-up-by-connection',
];

const someVariants = [...new Set([...sampled(legalVariants, 18), ...EXPLORED.map(variantNamed)])];

/** The musts that failed, and all responses. Each test has the same clock and random numbers. */
async function judged(variants: readonly VariantRow[], needs?: VariantRow['needs']) {
  const { verdicts, trace } = await runAgainst(variants, needs);
  const failed = verdicts.filter(({ verdict, level }) => verdict === 'fail' && level === 'must').map(({ id }) => id);
  return { failed, responses: JSON.stringify(trace.exchanges.map(({ received }) => received)) };
}

let conforming = '';

beforeAll(async () => {
  const { failed, responses } = await judged([]);
  expect(failed).toEqual([]);
  conforming = responses;
  endWorld();
});

rows.each(named(someVariants))(
  'a legal variant %s fails no must, and changes a response (those in EXPLORED, only of an exploration)',
  async (id, variant) => {
    const { failed, responses } = await judged([variant], variant.needs);
    expect(failed).toEqual([]);
    if (!IS_REAL) expect(responses === conforming).toBe(EXPLORED.includes(id));
  },
);

rows.each(named(sampled(withoutAnimals(legalVariants), 24)))(
  'a legal variant %s on an empty store fails no must',
  async (_id, variant) => {
    expect((await emptyStoreRow(variant)).problems).toEqual([]);
  },
);
