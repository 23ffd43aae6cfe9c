import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gather } from '../../../src/limiter/evidence/evidence.ts';
import type { Experiment } from '../../../src/limiter/experiment.ts';
import { ABOUT_LIMITER, judgeExperiment } from '../../../src/limiter/judge-experiment.ts';
import { legalFits } from '../../../src/limiter/models/legal-fits.ts';
import type { Conclusion } from '../../../src/rules/conclusion.ts';
import { requirement } from '../../../src/spec/requirements/catalogue.ts';
import { LIMIT_REQUIREMENTS, type LimitRequirementId } from '../../../src/spec/requirements/limit.ts';
import { historyOf, legalService, restarting, type Setting, settings, usual } from './history.ts';

/** Histories per property, e.g. STORECHECK_HISTORIES=20000. The same seed gives the same histories. */
const HISTORIES = Number(process.env['STORECHECK_HISTORIES'] ?? 20);
const SEED = Number(process.env['STORECHECK_SEED'] ?? 1);
const RUNS = { numRuns: HISTORIES, seed: SEED, endOnFailure: true };
/** A guard against hanging, also on a busy machine. */
const TIMEOUT = { timeout: 120_000 + HISTORIES * 400 };

type Conclusions = ReturnType<typeof judgeExperiment>['conclusions'];

const MUSTS = LIMIT_REQUIREMENTS.filter((id) => requirement(id).level === 'must');

const brokenIn = (conclusions: Conclusions, ids: readonly LimitRequirementId[] = MUSTS) =>
  ids.filter((id) => conclusions[id].verdict === 'fail');
const isCertain = (conclusion: Conclusion) => !('otherCause' in conclusion);

/** As in a run: a violation with another possible cause counts only if a second attempt, without the accidents of the first, shows it. */
async function violations(setting: Setting, conclusions: Conclusions): Promise<Conclusion[]> {
  const broken = brokenIn(conclusions);
  if (broken.every((id) => isCertain(conclusions[id]))) return broken.map((id) => conclusions[id]);
  const alone = { ...setting, otherClient: [], usedBefore: 0, step: null, seed: setting.seed ^ 0x2d };
  const second = judgeExperiment(await historyOf(alone)).conclusions;
  return broken
    .filter((id) => isCertain(conclusions[id]) || second[id].verdict === 'fail')
    .map((id) => conclusions[id]);
}

/** The models are an oracle for all rules but `limit.rejects-excess` and `limit.window-is-a-minute`, which ask them, too. */
function contradictions(history: Experiment, conclusions: Conclusions): Conclusion[] {
  const fits = legalFits(gather(history)).some(
    ({ model, fitsResets, fitsWaits }) => fitsResets && fitsWaits && model.slackMs === 0 && !model.prolongs,
  );
  return fits
    ? brokenIn(conclusions, ABOUT_LIMITER).flatMap((id) => (isCertain(conclusions[id]) ? conclusions[id] : []))
    : [];
}

it('the judge reports no violation of a legal service', TIMEOUT, async () => {
  let alone = 0;
  const property = fc.asyncProperty(settings, async (setting) => {
    const history = await historyOf(setting);
    const { conclusions } = judgeExperiment(history);
    const isAlone = setting.otherClient.length + setting.usedBefore === 0 && setting.step === null;
    alone += isAlone ? 1 : 0;
    const all = brokenIn(conclusions).map((id) => conclusions[id]);
    expect(isAlone ? all : await violations(setting, conclusions)).toEqual([]);
    expect(contradictions(history, conclusions)).toEqual([]);
  });
  await fc.assert(property, RUNS);
  expect(alone).toBeGreaterThan(HISTORIES / 4);
});

it(
  'the judge reports no violation that a limiter of the plan explains, if the windows have another length',
  TIMEOUT,
  () =>
    fc.assert(
      fc.asyncProperty(settings, fc.constantFrom(0.5, 2, 25), async (setting, slower) => {
        const history = await historyOf(setting, legalService(setting, slower));
        expect(contradictions(history, judgeExperiment(history).conclusions)).toEqual([]);
      }),
      RUNS,
    ),
);

it('the judge proves nothing in one attempt if a service restarts and loses its counters', TIMEOUT, () =>
  fc.assert(
    fc.asyncProperty(settings, fc.integer({ min: 1, max: 1_100 }), async (setting, part) => {
      const at = 1 + Math.floor(((setting.limit + 8) * part) / 1_000);
      const { conclusions } = judgeExperiment(await historyOf(setting, restarting(setting, at)));
      expect(brokenIn(conclusions).flatMap((id) => (isCertain(conclusions[id]) ? conclusions[id] : []))).toEqual([]);
    }),
    RUNS,
  ),
);

it(
  'the judge decides all but one percent of the musts of a conforming limiter, near and far away',
  TIMEOUT,
  async () => {
    const open: string[] = [];
    let judged = 0;
    for (const one of fc.sample(settings, { numRuns: HISTORIES / 2, seed: 2 })) {
      const { kind, seed, remaining, reset, retryAfter, connects, offset, secondKey } = one;
      for (const [limit, roundTrip] of [
        [60, 200],
        [300, 200],
        [1_000, 20],
      ] as const) {
        const own = { remaining, reset, retryAfter, connects, offset, secondKey };
        const network = { base: roundTrip / 2, jitter: roundTrip / 10 };
        const { conclusions } = judgeExperiment(await historyOf(usual(kind, limit, seed, { ...own, ...network })));
        judged += MUSTS.length;
        for (const id of MUSTS) {
          const conclusion = conclusions[id];
          if (conclusion.verdict === 'inconclusive')
            open.push(`${kind}, ${limit} per minute, ${roundTrip} ms: ${id}: ${conclusion.code}`);
        }
      }
    }
    expect(open.length / judged, open.join('\n')).toBeLessThanOrEqual(0.01);
  },
);
