import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPLAINED_BY_RESTART } from '../../../src/judge/limits/confirmation.ts';
import { judgeLimits, LIMIT_REQUIREMENTS } from '../../../src/limiter/index.ts';
import type { Outcome } from '../../../src/rules/outcome.ts';
import { historyOf, restarting, settings } from './history.ts';

/** Histories per property, e.g. STORECHECK_HISTORIES=20000. The same seed gives the same histories. */
const HISTORIES = Number(process.env['STORECHECK_HISTORIES'] ?? 100);
const SEED = Number(process.env['STORECHECK_SEED'] ?? 1);
const RUNS = { numRuns: HISTORIES, seed: SEED, endOnFailure: true };
/** A guard against hanging, also on a busy machine. */
const TIMEOUT = 120_000 + HISTORIES * 20;

const MUSTS = LIMIT_REQUIREMENTS.filter((id) => id !== 'limit.retry-after-reasonable');

/** A refill step during the burst shows many values twice, as a restart does, so the judge cannot always distinguish the two. */
const withoutSteps = settings.filter(({ kind }) => kind !== 'steps');

const isExplained = (outcome: Outcome) => 'otherCause' in outcome;

describe('soundness of the judge over simulated experiments', () => {
  it(
    'reports no violation of a legal service',
    async () => {
      await fc.assert(
        fc.asyncProperty(settings, async (setting) => {
          const { outcomes } = judgeLimits(await historyOf(setting));
          if (setting.foreign.length + setting.usedBefore === 0)
            expect(MUSTS.filter((id) => 'otherCause' in outcomes[id])).toEqual([]);
          expect(
            MUSTS.filter((id) => outcomes[id].kind === 'broken' && !isExplained(outcomes[id])).map(
              (id) => outcomes[id],
            ),
          ).toEqual([]);
        }),
        RUNS,
      );
    },
    TIMEOUT,
  );

  it(
    'reports only violations that need a confirmation attempt if a service restarts and loses its counters',
    async () => {
      await fc.assert(
        fc.asyncProperty(withoutSteps, fc.integer({ min: 1, max: 1_100 }), async (setting, part) => {
          const at = 1 + Math.floor(((setting.limit + 8) * part) / 1_000);
          const { outcomes } = judgeLimits(await historyOf(setting, restarting(setting, at)));
          const broken = MUSTS.filter((id) => outcomes[id].kind === 'broken' && !isExplained(outcomes[id]));
          expect(broken.filter((id) => !EXPLAINED_BY_RESTART.includes(id)).map((id) => outcomes[id])).toEqual([]);
        }),
        RUNS,
      );
    },
    TIMEOUT,
  );
});
