import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gather } from '../../src/limiter/evidence/evidence.ts';
import type { LimitRequirementId } from '../../src/limiter/experiment.ts';
import { judgeLimits } from '../../src/limiter/judge.ts';
import { legalFits } from '../../src/limiter/models/explain.ts';
import { historyOf, settings } from './simulation/history.ts';

/** Histories, e.g. STORECHECK_HISTORIES=20000. */
const HISTORIES = Number(process.env['STORECHECK_HISTORIES'] ?? 20);
const SEED = Number(process.env['STORECHECK_SEED'] ?? 1);

/** What a limiter of the plan with a true Reset and sufficient waits cannot violate. */
const DECIDED: readonly LimitRequirementId[] = [
  'limit.admits-plan',
  'limit.rejects-excess',
  'limit.reset-true',
  'limit.refill-rate',
  'limit.window-is-a-minute',
  'limit.retry-after-sufficient',
];

/** The judge and the models share no rule, so that one of them must be wrong if they disagree. */
it(
  'no requirement is broken if a limiter of the plan explains the record',
  { timeout: 120_000 + HISTORIES * 400 },
  () =>
    fc.assert(
      fc.asyncProperty(settings, fc.constantFrom(1, 1, 0.5, 2, 25), async (setting, slower) => {
        const history = await historyOf(setting, undefined, slower);
        const fits = legalFits(gather(history)).some(
          ({ model, resets, waits }) => resets && waits && model.slackMs === 0 && !model.prolongs,
        );
        const { outcomes } = judgeLimits(history);
        const broken = DECIDED.filter((id) => outcomes[id].kind === 'broken' && !('otherCause' in outcomes[id]));
        expect(fits ? broken.map((id) => outcomes[id]) : []).toEqual([]);
      }),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
    ),
);
