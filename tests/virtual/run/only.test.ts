import { expect, it } from 'vitest';
import { CHECKS } from '../../../suites/index.ts';
import { runAgainst } from '../../faults/matrix.ts';
import { world } from '../world.ts';

it('a requirement alone gets the verdict of a complete run', async () => {
  const never = new AbortController().signal;
  const complete = await runAgainst([], undefined, world(), never);
  for (const { requirement: id } of CHECKS.filter(({ requirement }) => /^auth|rejects\.missing/.test(requirement))) {
    const alone = await runAgainst([], undefined, world(), never, { only: [id] });
    const verdictIn = ({ verdicts }: typeof alone) => verdicts.find((row) => row.id === id)?.verdict;
    expect([id, verdictIn(alone)]).toEqual([id, verdictIn(complete)]);
  }
});
