import { expect, it } from 'vitest';
import { baseOf, legalVariants } from '../../faults/index.ts';
import type { VariantRow } from '../../faults/table.ts';
import { runAgainst } from '../../matrix/check-matrix.ts';
import { createRandom } from '../../support/random.ts';
import { FREE_KEY } from '../../support/runs.ts';
import { check } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';
import { openWorld, world } from '../world.ts';

/** A thorough run of services that conform: its exchanges, and the musts that failed. */
async function explored(seed: number, variants: readonly VariantRow[], needs: VariantRow['needs']) {
  const { trace, verdicts } = await runAgainst(variants, needs, { seed });
  const failed = verdicts.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
  expect(failed.map(({ id, findings: [first] }) => `${id}: ${first?.message}`)).toEqual([]);
  expect(trace.exchanges.length).toBeLessThanOrEqual(400);
  return trace;
}

it('a thorough check states what it explores, and on the smallest plan waits and is never limited', async () => {
  const { baseUrl } = await conforming();
  const args = '--depth thorough --seed 42 --max-requests 160'.split(' ');
  const checked = await check(baseUrl, { keys: { free: FREE_KEY }, args });
  expect(checked.code, checked.said).toBe(0);
  expect(checked.unwrapped).toMatch(/thorough: \d+ generated requests \(--seed 42\)/);
  expect(checked.result).toMatchObject({ settings: { exploration: { seed: 42 } }, requests: { unplanned429: 0 } });
  expect(checked.journal.match(/"kind":"wait"/g)?.length).toBeGreaterThan(2);
});

/** 2 services. STORECHECK_EVERY=1 makes it 144. */
const SERVICES = 144 / Number(process.env['STORECHECK_EVERY'] ?? 72);
const MAX_CHOICES = 8;

/** The steps of the server that a variant replaces. Two that replace the same one are no pair of choices. */
const stepsOf = ({ apply, needs }: VariantRow) => [
  ...Object.keys(apply(baseOf())),
  ...(needs === undefined ? [] : ['needs']),
];

/** Legal choices that a service may make together, with at most one store. Those that change the clock go with no others. */
function someOf(variants: readonly VariantRow[], random: () => number): readonly VariantRow[] {
  const chosen: VariantRow[] = [];
  const taken = new Set<string>(['now']);
  for (const variant of variants.toSorted(() => random() - 0.5)) {
    const steps = stepsOf(variant);
    if (chosen.length === MAX_CHOICES || steps.some((step) => taken.has(step))) continue;
    chosen.push(variant);
    for (const step of steps) taken.add(step);
  }
  return chosen;
}

const random = createRandom(2026);
const services = Array.from({ length: SERVICES }, () => someOf(legalVariants, random));

it.each(services.map((variants, seed) => [variants.map(({ id }) => id).join(' + '), variants, seed] as const))(
  'a service with %s, some way off, fails no must in a thorough run',
  async (_ids, variants, seed) => {
    const needs = variants.find((variant) => variant.needs !== undefined)?.needs;
    openWorld({ latency: () => world().random() * 200 });
    expect((await explored(seed, variants, needs)).end?.reason).toBe('complete');
  },
);
