import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMIT_REQUIREMENTS } from '../../../src/limiter/experiment.ts';
import { judgeLimits } from '../../../src/limiter/judge.ts';
import type { Outcome } from '../../../src/rules/outcome.ts';
import { historyOf, restarting, type Setting, settings } from './history.ts';

/** Histories per property, e.g. STORECHECK_HISTORIES=20000. The same seed gives the same histories. */
const HISTORIES = Number(process.env['STORECHECK_HISTORIES'] ?? 30);
const SEED = Number(process.env['STORECHECK_SEED'] ?? 1);
const RUNS = { numRuns: HISTORIES, seed: SEED, endOnFailure: true };
/** A guard against hanging, also on a busy machine. */
const TIMEOUT = 120_000 + HISTORIES * 20;

type Outcomes = ReturnType<typeof judgeLimits>['outcomes'];

const USUAL: Omit<Setting, 'kind' | 'limit' | 'seed'> = {
  windowSeconds: 60,
  prolongs: false,
  wording: { remaining: 'after', reset: 'round', retryAfter: 'seconds', date: 'one' },
  base: 0,
  jitter: 400,
  connects: true,
  offset: 0,
  step: null,
  secondKey: true,
  readOnly: false,
  lost: [],
  foreign: [],
  usedBefore: 0,
};
/**
 * Found among 40,000 histories: alone in the oldest cell, an edge before the burst, two slow nodes, and a Remaining that
 * does not count its own request, after an earlier request.
 */
const FOUND: Setting[] = [
  {
    ...USUAL,
    kind: 'log of cells',
    limit: 60,
    wording: { ...USUAL.wording, reset: 'next' },
    base: 20,
    offset: -550_891,
    seed: 626_073_507,
  },
  { ...USUAL, kind: 'counter', limit: 119, windowSeconds: 7, offset: 14_540, readOnly: true, seed: 3 },
  {
    ...USUAL,
    kind: 'steps',
    limit: 108,
    prolongs: true,
    wording: { remaining: 'before', reset: 'round', retryAfter: 'until-full', date: 'two' },
    base: 1_000,
    jitter: 200,
    connects: false,
    offset: -13,
    seed: 678_438_447,
  },
  {
    ...USUAL,
    kind: 'cells',
    limit: 84,
    wording: { remaining: 'before', reset: 'next', retryAfter: 'date', date: 'none' },
    base: 400,
    offset: -27_614,
    secondKey: false,
    seed: 1_338_738_696,
  },
];

const MUSTS = LIMIT_REQUIREMENTS.filter((id) => id !== 'limit.retry-after-reasonable');

const brokenIn = (outcomes: Outcomes) => MUSTS.filter((id) => outcomes[id].kind === 'broken');
const isCertain = (outcome: Outcome) => !('otherCause' in outcome);

/** As in a run: a violation with another possible cause counts only if a second attempt, without the accidents of the first, shows it. */
async function violations(setting: Setting, outcomes: Outcomes): Promise<Outcome[]> {
  const broken = brokenIn(outcomes);
  if (broken.every((id) => isCertain(outcomes[id]))) return broken.map((id) => outcomes[id]);
  const alone = { ...setting, foreign: [], usedBefore: 0, step: null, seed: setting.seed ^ 0x2d };
  const second = judgeLimits(await historyOf(alone)).outcomes;
  return broken.filter((id) => isCertain(outcomes[id]) || second[id].kind === 'broken').map((id) => outcomes[id]);
}

describe('soundness of the judge over simulated experiments', () => {
  it(
    'reports no violation of a legal service',
    async () => {
      await fc.assert(
        fc.asyncProperty(settings, async (setting) => {
          const { outcomes } = judgeLimits(await historyOf(setting));
          const isAlone = setting.foreign.length + setting.usedBefore === 0 && setting.step === null;
          if (isAlone) expect(brokenIn(outcomes).map((id) => outcomes[id])).toEqual([]);
          expect(await violations(setting, outcomes)).toEqual([]);
        }),
        { ...RUNS, examples: FOUND.map((setting) => [setting] satisfies [Setting]) },
      );
    },
    TIMEOUT,
  );

  it(
    'reports only violations that need a confirmation attempt if a service restarts and loses its counters',
    async () => {
      await fc.assert(
        fc.asyncProperty(settings, fc.integer({ min: 1, max: 1_100 }), async (setting, part) => {
          const at = 1 + Math.floor(((setting.limit + 8) * part) / 1_000);
          const { outcomes } = judgeLimits(await historyOf(setting, restarting(setting, at)));
          const certain = brokenIn(outcomes).filter((id) => isCertain(outcomes[id]));
          expect(certain.map((id) => outcomes[id])).toEqual([]);
        }),
        RUNS,
      );
    },
    TIMEOUT,
  );
});
