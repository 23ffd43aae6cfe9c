import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeLimits } from '../../src/limiter/index.ts';
import { signatureOf } from '../../src/result/signature.ts';
import { FAULTS } from '../limiter/simulation/faults/index.ts';
import { historyOf, worlds } from '../limiter/simulation/history.ts';

/** In a simulation, moments, delays and the server's clock differ more than between two real experiments. */
it('a limiter fault mostly has the same signature on another network at another time', () => {
  let pairs = 0;
  let alike = 0;
  fc.assert(
    fc.property(worlds, fc.constantFrom(...FAULTS), fc.integer(), (drawn, fault, seed) => {
      const kinds = fault.kinds ?? [drawn.kind];
      const world = {
        ...drawn,
        kind: kinds[0] ?? drawn.kind,
        lost: [],
        foreign: [],
        usedBefore: 0,
        jitter: 10,
        base: 20,
      };
      const [first, second] = [seed, seed + 1].map((one) => {
        const seeded = fault.world?.({ ...world, seed: one }) ?? { ...world, seed: one };
        const outcome = judgeLimits(historyOf(seeded, fault.service(seeded)).experiment).outcomes[fault.breaks];
        return outcome.kind === 'broken' ? signatureOf(fault.breaks, outcome.findings) : undefined;
      });
      if (first === undefined || second === undefined) return;
      pairs += 1;
      if (first === second) alike += 1;
    }),
    { numRuns: 300, seed: 1 },
  );
  expect(pairs).toBeGreaterThan(100);
  expect(alike / pairs).toBeGreaterThanOrEqual(0.95);
});
