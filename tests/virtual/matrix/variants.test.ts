import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { legalVariants } from '../../faults/index.ts';
import { emptyStoreRow, runAgainst, withoutAnimals } from '../../faults/matrix.ts';
import type { Variant } from '../../faults/table.ts';
import { world } from '../world.ts';

/** On an empty store, every 20th variant. `npm run self-test` has all of them, and so has STORECHECK_EVERY=1. */
const EVERY = Number(process.env['STORECHECK_EVERY'] ?? 20);

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

/** The musts that failed, all verdicts that are no pass, and all responses. Each test has the same clock and random numbers. */
async function judged(variants: readonly Variant[], needs?: Variant['needs']) {
  const { verdicts, trace } = await runAgainst(variants, needs, world(), never);
  const failed = verdicts.filter(({ verdict, level }) => verdict === 'fail' && level === 'must').map(({ id }) => id);
  const shown = verdicts.flatMap(({ id, verdict, value, code = '' }) =>
    verdict === 'pass'
      ? []
      : [`  ${id}: ${value === undefined ? `${verdict} ${code}`.trim() : JSON.stringify(value)}\n`],
  );
  return { failed, shown, responses: JSON.stringify(trace.exchanges.map(({ received }) => received)) };
}

const named = (variants: readonly Variant[]) => variants.map((variant) => [variant.id, variant] as const);

describe('a legal variant fails no must', () => {
  const runs = new Map<string, Awaited<ReturnType<typeof judged>>>();

  it.each(named(legalVariants))('%s', async (id, variant) => {
    const own = await judged([variant], variant.needs);
    runs.set(id, own);
    expect(own.failed).toEqual([]);
  });

  it('and changes a response of a check, and which verdicts it changes', async ({ skip }) => {
    skip(runs.size < legalVariants.length, 'needs every variant');
    const conforming = await judged([]);
    const same = [...runs].filter(([, { responses }]) => responses === conforming.responses);
    expect(same.map(([id]) => id)).toEqual(EXPLORED);
    const changed = [...runs].flatMap(([id, { shown }]) => {
      const others = shown.filter((line) => !conforming.shown.includes(line) && !line.includes('error.codes'));
      return others.length === 0 ? [] : [`${id}\n`, ...others];
    });
    const golden = ['conforming\n', ...conforming.shown, ...changed].join('');
    await expect(golden).toMatchFileSnapshot(join(import.meta.dirname, 'verdicts.txt'));
  });
});

describe('a legal variant on an empty store fails no must', () => {
  const chosen = withoutAnimals(legalVariants).filter((_variant, index) => index % EVERY === 0);

  it.each(named(chosen))('%s', async (_id, variant) => {
    expect((await emptyStoreRow(variant, world(), never)).problems).toEqual([]);
  });
});
