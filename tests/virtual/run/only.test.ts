import { expect, it } from 'vitest';
import { CHECKS } from '../../../suites/index.ts';
import { legalVariants } from '../../faults/index.ts';
import { runAgainst } from '../../faults/matrix.ts';
import { world } from '../world.ts';

const never = new AbortController().signal;
const selected = CHECKS.map(({ requirement }) => requirement).filter((id) => /^auth|rejects\.missing/.test(id));

it.each([[], ...legalVariants.filter(({ id }) => id === 'categories-fixed').map((one) => [one])])(
  'a requirement alone gets the verdict of a complete run (%#)',
  async (...variants) => {
    const complete = await runAgainst(variants, undefined, world(), never);
    for (const id of selected) {
      const { verdicts } = await runAgainst(variants, undefined, world(), never, { only: [id] });
      const verdictIn = (all: typeof verdicts) => all.find((row) => row.id === id)?.verdict;
      expect([id, verdictIn(verdicts)]).toEqual([id, verdictIn(complete.verdicts)]);
    }
  },
);
