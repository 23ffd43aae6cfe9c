import { expect, it } from 'vitest';
import { conforming } from '../../../src/reference/conforming/index.ts';
import { legalVariants } from '../../faults/index.ts';
import { runAgainst } from '../../faults/matrix.ts';
import type { Variant } from '../../faults/table.ts';
import { randomFrom } from '../../limiter/simulation/random.ts';
import { world } from '../world.ts';

/** 2 services. STORECHECK_EVERY=1 makes it 144. */
const SERVICES = 144 / Number(process.env['STORECHECK_EVERY'] ?? 72);
const MOST = 8;
const never = new AbortController().signal;

/** The steps of the server that a variant replaces. Two that replace the same one are no pair of choices. */
const stepsOf = (variant: Variant): readonly string[] =>
  Object.keys(variant.apply({ ...conforming, now: () => 0, later: () => undefined }));

/** Legal choices that a service may make together, with at most one store. */
function someOf(variants: readonly Variant[], random: () => number): readonly Variant[] {
  const chosen: Variant[] = [];
  const taken = new Set<string>();
  for (const variant of variants.toSorted(() => random() - 0.5)) {
    const steps = [...stepsOf(variant), ...(variant.needs === undefined ? [] : ['needs'])];
    if (chosen.length === MOST || steps.some((step) => taken.has(step))) continue;
    chosen.push(variant);
    for (const step of steps) taken.add(step);
  }
  return chosen;
}

/** Other variants read the clock of the base. */
const combinable = legalVariants.filter((variant) => !stepsOf(variant).includes('now'));

const random = randomFrom(2026);
const services = Array.from({ length: SERVICES }, () => someOf(combinable, random));

it.each(services.map((variants, seed) => [variants.map(({ id }) => id).join(' + '), variants, seed] as const))(
  'a service with %s fails no must in a thorough run',
  async (_ids, variants, seed) => {
    const needs = variants.find((variant) => variant.needs !== undefined)?.needs;
    const { trace, verdicts } = await runAgainst(variants, needs, world(), never, { seed });
    const failed = verdicts.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
    expect(failed.map(({ id, findings: [first] }) => `${id}: ${first?.message}`)).toEqual([]);
    expect(trace.end?.reason).toBe('complete');
    expect(trace.exchanges.length).toBeLessThanOrEqual(400);
  },
);
