import { describe, expect, it } from 'vitest';
import { legalVariants, type Variant } from '../../../src/reference/index.ts';
import { runAgainst } from '../../../src/run/self-test.ts';
import { world } from '../world.ts';

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

describe('a legal variant fails no must', () => {
  const responses = new Map<string, string>();

  it.each(named(legalVariants))('%s', async (id, variant) => {
    const { failed, responses: own } = await judged([variant], variant.needs);
    responses.set(id, own);
    expect(failed).toEqual([]);
  });

  it('and changes a response of a check', async () => {
    const { responses: conforming } = await judged([]);
    expect([...responses].flatMap(([id, own]) => (own === conforming ? [id] : []))).toEqual(EXPLORED);
  });
});

describe('a legal variant on an empty store fails no must', () => {
  it.each(named(legalVariants.filter(({ needs }) => needs?.seed === undefined)))('%s', async (_id, variant) => {
    expect((await judged([variant], { ...variant.needs, seed: 0 })).failed).toEqual([]);
  });
});
