import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signatureOf } from '../../src/judge/gate/signature.ts';
import { judgeLimits } from '../../src/limiter/index.ts';
import { settingFor } from '../limiter/simulation/faults/fault.ts';
import { FAULTS, type Fault as LimiterFault } from '../limiter/simulation/faults/index.ts';
import { historyOf, type Setting, settings } from '../limiter/simulation/history.ts';

/** Simulated, so that networks, moments and clocks differ more than between two real experiments. */
it('a limiter fault mostly has the same signature on another network at another time', async () => {
  let pairs = 0;
  let alike = 0;
  const signature = async (fault: LimiterFault, setting: Setting) => {
    const { experiment } = await historyOf(setting, fault.service(setting));
    const outcome = judgeLimits(experiment).outcomes[fault.breaks];
    return outcome.kind === 'broken' ? signatureOf(fault.breaks, outcome.findings) : undefined;
  };
  await fc.assert(
    fc.asyncProperty(settings, fc.constantFrom(...FAULTS), fc.integer(), async (drawn, fault, seed) => {
      const calm = {
        ...drawn,
        limit: Math.min(120, drawn.limit),
        lost: [],
        foreign: [],
        usedBefore: 0,
        jitter: 10,
        base: 20,
      };
      const setting = settingFor(fault, calm);
      const first = await signature(fault, { ...setting, seed });
      const second = await signature(fault, { ...setting, seed: seed + 1 });
      if (first === undefined || second === undefined) return;
      pairs += 1;
      if (first === second) alike += 1;
    }),
    { numRuns: 120, seed: 1 },
  );
  expect(pairs).toBeGreaterThan(40);
  expect(alike / pairs).toBeGreaterThanOrEqual(0.95);
});
