import { join } from 'node:path';
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

/** The musts that failed, the values that were observed, and all responses. Each test has the same clock and random numbers. */
async function judged(variants: readonly Variant[], needs?: Variant['needs']) {
  const { verdicts, trace } = await runAgainst(variants, needs, world(), never);
  const failed = verdicts.filter(({ verdict, level }) => verdict === 'fail' && level === 'must').map(({ id }) => id);
  const observed = verdicts.flatMap(({ id, value }) =>
    value === undefined ? [] : [`  ${id}: ${JSON.stringify(value)}\n`],
  );
  return { failed, observed, responses: JSON.stringify(trace.exchanges.map(({ received }) => received)) };
}

const named = (variants: readonly Variant[]) => variants.map((variant) => [variant.id, variant] as const);

describe('a legal variant fails no must', () => {
  const shown = new Map<string, Awaited<ReturnType<typeof judged>>>();

  it.each(named(legalVariants))('%s', async (id, variant) => {
    const own = await judged([variant], variant.needs);
    shown.set(id, own);
    expect(own.failed).toEqual([]);
  });

  it('and changes a response of a check, or a value that is observed', async ({ skip }) => {
    skip(shown.size < legalVariants.length, 'needs every variant');
    const conforming = await judged([]);
    const same = [...shown].filter(([, { responses }]) => responses === conforming.responses);
    expect(same.map(([id]) => id)).toEqual(EXPLORED);
    const changed = [...shown].flatMap(([id, { observed }]) => {
      const others = observed.filter((line) => !conforming.observed.includes(line) && !line.includes('error.codes'));
      return others.length === 0 ? [] : [`${id}\n`, ...others];
    });
    const golden = ['conforming\n', ...conforming.observed, ...changed].join('');
    await expect(golden).toMatchFileSnapshot(join(import.meta.dirname, 'observed.txt'));
  });
});

describe('a legal variant on an empty store fails no must', () => {
  it.each(named(legalVariants.filter(({ needs }) => needs?.seed === undefined)))('%s', async (_id, variant) => {
    expect((await judged([variant], { ...variant.needs, seed: 0 })).failed).toEqual([]);
  });
});
