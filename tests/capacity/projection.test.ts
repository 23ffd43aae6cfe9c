import { expect, it } from 'vitest';
import { bracketOf } from '../../src/capacity/judge-steps.ts';
import { limitBracket, project } from '../../src/capacity/projection.ts';
import { defaultLevels } from '../../src/capacity/steps.ts';
import { expectAnswers, golden } from '../support/golden.ts';

const customers = (plan: string, perMinute: number, subscribers: number, activeAtPeak: number) => {
  return { plan, perMinute, subscribers, activeAtPeak, use: 1, readShare: 0.9 };
};

it('the default steps hold the peak of today unless it is close to another', () =>
  expectAnswers(golden('steps.txt'), (question) => {
    const [before, after] = question.split(' to ').map((rps) => ({ rps: Number(rps), reads: Number(rps), writes: 0 }));
    return before && after && defaultLevels({ before, after }).join(', ');
  }));

it.each([
  [200, 0],
  [599, 1_000],
])('the limits of a run enclose the largest of %i with %i other customers', (largest, others) => {
  const plans = [...(others === 0 ? [] : [customers('free', 60, others, 1)]), customers('pro', 300, 400, 0.3)];
  const projection = project(plans, [{ plan: 'pro', perMinute: 400 }]);
  const { rps } = project(plans, [{ plan: 'pro', perMinute: largest }]).after;
  const steps = [0.25, ...defaultLevels(projection)].map((level) => ({
    level,
    verdict: level * projection.after.rps <= rps + 1e-9 ? ('within' as const) : ('beyond' as const),
  }));
  const { fits, exceeds } = limitBracket(projection, bracketOf(steps)) ?? {};
  expect(fits).toBeLessThanOrEqual(largest);
  expect(exceeds).toBeGreaterThan(largest);
});
