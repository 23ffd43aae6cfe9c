import { expect, it } from 'vitest';
import { defaultLevels, type JudgedStep, limitBracket, narrowing, project } from '../../src/capacity/index.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

const stated = (value: number) => ({ value, origin: 'storecheck.yaml' });

function customers(plan: string, perMinute: number | undefined, subscribers: number, active: number, use: number) {
  const activity = { subscribers: stated(subscribers), activeAtPeak: stated(active), use: stated(use) };
  const limit = perMinute === undefined ? {} : { perMinute: stated(perMinute) };
  return { plan, ...limit, ...activity, readShare: stated(0.9) };
}

const FREE = customers('free', 60, 20_000, 0.02, 0.25);
const PRO = customers('pro', 300, 400, 0.3, 0.6);

const to = (plan: string, perMinute: number) => ({ plan, perMinute });
it.each([
  ['nothing changes', [FREE, PRO], [], 460, 460],
  ['two limits change', [FREE, PRO], [to('pro', 400), to('free', 30)], 460, 530],
  ['a plan is new', [PRO, customers('team', undefined, 100, 0.5, 0.5)], [to('team', 600)], 360, 610],
  ['a contract changes', [customers('enterprise', 5_000, 3, 1, 0.8)], [to('enterprise', 20_000)], 200, 800],
] as const)('projects the peak if %s', (_name, plans, changes, before, after) => {
  const projection = project(plans, changes);
  expect(projection.before.rps).toBeCloseTo(before, 9);
  expect(projection.after.rps).toBeCloseTo(after, 9);
  expect(projection.after.writes).toBeCloseTo(after * 0.1, 9);
  expect(projection.after.reads).toBeCloseTo(after * 0.9, 9);
});

it('the default steps hold the peak of today unless it is close to another', () =>
  expectAnswers(goldenIn(import.meta.dirname)('steps.txt'), (question) => {
    const [before, after] = question.split(' to ').map((rps) => ({ rps: Number(rps), reads: Number(rps), writes: 0 }));
    return before && after && defaultLevels({ before, after }).join(', ');
  }));

/** The steps of a service for which a Pro limit is the largest that fits, beside other customers with a constant load. */
function run(largest: number, others: number, perMinute: number, levels?: readonly number[]) {
  const plans = [...(others === 0 ? [] : [customers('free', 60, others, 1, 1)]), customers('pro', 300, 400, 0.3, 1)];
  const projection = project(plans, [to('pro', perMinute)]);
  const { rps } = project(plans, [to('pro', largest)]).after;
  const steps = (levels ?? defaultLevels(projection)).map((level) => ({
    level,
    verdict: level * projection.after.rps <= rps + 1e-9 ? 'within' : 'beyond',
  })) as unknown as JudgedStep[];
  return { limits: limitBracket(projection, steps), next: narrowing(projection, steps) };
}

it.each([
  [250, 0],
  [400, 0],
  [479, 0],
  [1_999, 0],
  [15, 0],
  [333, 100],
  [700, 1_000],
])('the proposed runs end, and enclose the largest limit of %i with %i other customers', (largest, others) => {
  const proposed: string[] = [];
  let { limits, next } = run(largest, others, 400);
  while (next !== undefined && proposed.length < 50) {
    const { perMinute, percents } = next;
    proposed.push(`${perMinute}: ${percents.join(',')}`);
    const levels = percents.map((one) => one / 100);
    ({ limits, next } = run(largest, others, perMinute, levels));
  }
  expect(proposed.length, proposed.join('; ')).toBeLessThanOrEqual(5);
  expect(limits?.fits).toBeLessThanOrEqual(largest);
  expect(limits?.exceeds).toBeGreaterThan(largest);
});
