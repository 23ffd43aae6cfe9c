import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMIT_REQUIREMENTS } from '../../../src/limiter/experiment.ts';
import { judgeLimits } from '../../../src/limiter/judge.ts';
import { requirement } from '../../../src/spec/requirements/index.ts';
import { historyOf, settings } from './history.ts';

const MUSTS = LIMIT_REQUIREMENTS.filter((id) => requirement(id).level === 'must');
const SAMPLE = Number(process.env['STORECHECK_HISTORIES'] ?? 10);

/** Milliseconds of a round trip, and of one to a service on another continent. */
const ROUND_TRIPS = [20, 200];

it('decides all but one percent of the musts of a conforming limiter, near and far away', async () => {
  const undecided: string[] = [];
  let judged = 0;
  for (const setting of fc.sample(settings, { numRuns: SAMPLE, seed: 2 }))
    for (const roundTrip of ROUND_TRIPS)
      for (const limit of [60, 300, 1_000]) {
        const history = await historyOf({
          ...setting,
          limit,
          windowSeconds: 60,
          wording: { ...setting.wording, date: 'one' },
          base: roundTrip / 2,
          jitter: roundTrip / 10,
          readOnly: false,
          prolongs: false,
          step: null,
          lost: [],
          foreign: [],
          usedBefore: 0,
        });
        const { outcomes } = judgeLimits(history);
        judged += MUSTS.length;
        for (const id of MUSTS) {
          const outcome = outcomes[id];
          if (outcome.kind === 'undecided')
            undecided.push(`${setting.kind}, ${limit} per minute, ${roundTrip} ms: ${id}: ${outcome.code}`);
        }
      }
  expect(undecided.length / judged, undecided.join('\n')).toBeLessThanOrEqual(0.01);
});
