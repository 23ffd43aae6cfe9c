import { describe, expect, it } from 'vitest';
import { legalVariants } from '../../faults/index.ts';
import { emptyStoreRow, runAgainst, withoutAnimals } from '../../faults/matrix.ts';
import type { Variant } from '../../faults/table.ts';
import { world } from '../world.ts';

/** Every 8th variant. `npm run self-test` has all of them, and so has STORECHECK_EVERY=1. */
const EVERY = Number(process.env['STORECHECK_EVERY'] ?? 8);

const never = new AbortController().signal;

/** Only requests of an exploration show these. */
const EXPLORED = [
  'head-refused',
  'long-path-refused-by-framework',
  'arrays-refused-before-the-key',
  'broken-paths-counted-without-the-key',
  'filter-in-any-case',
  'media-type-in-lower-case',
  'keys-looked-up-by-connection',
];

/** The musts that failed, and all responses. Each test has the same clock and random numbers. */
async function judged(variants: readonly Variant[], needs?: Variant['needs']) {
  const { verdicts, trace } = await runAgainst(variants, needs, world(), never);
  const failed = verdicts.filter(({ verdict, level }) => verdict === 'fail' && level === 'must').map(({ id }) => id);
  return { failed, responses: JSON.stringify(trace.exchanges.map(({ received }) => received)) };
}

const named = (variants: readonly Variant[]) => variants.map((variant) => [variant.id, variant] as const);

describe('a legal variant fails no must, and changes a response', () => {
  const chosen = legalVariants.filter(({ id }, index) => index % EVERY === 0 || EXPLORED.includes(id));
  let conforming = '';

  it('unlike a conforming service', async () => {
    const { failed, responses } = await judged([]);
    expect(failed).toEqual([]);
    conforming = responses;
  });

  it.each(named(chosen))('%s', async (id, variant) => {
    const { failed, responses } = await judged([variant], variant.needs);
    expect(failed).toEqual([]);
    expect(responses === conforming).toBe(EXPLORED.includes(id));
  });
});

describe('a legal variant on an empty store fails no must', () => {
  const chosen = withoutAnimals(legalVariants).filter((_variant, index) => index % (2 * EVERY) === 0);

  it.each(named(chosen))('%s', async (_id, variant) => {
    expect((await emptyStoreRow(variant, world(), never)).problems).toEqual([]);
  });
});
