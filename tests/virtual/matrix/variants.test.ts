import { describe, expect, it } from 'vitest';
import { legalVariants } from '../../../src/reference/index.ts';
import { matrixRow } from '../../../src/run/self-test.ts';
import { world } from '../world.ts';

const never = new AbortController().signal;

describe.each(['filled', 'empty'] as const)('a legal variant on a store that is %s', (stock) => {
  const chosen = stock === 'filled' ? legalVariants : legalVariants.filter(({ needs }) => needs?.seed === undefined);

  it.each(chosen.map((variant) => [variant.id, variant] as const))('%s fails no must', async (_id, variant) => {
    const stocked = stock === 'filled' ? variant : { ...variant, needs: { ...variant.needs, seed: 0 } };
    expect((await matrixRow(stocked, world(), never)).problems).toEqual([]);
  });
});
