import { expect, it } from 'vitest';
import { defaultLevels, type JudgedStep, limitBracket, narrowing, project } from '../../src/capacity/index.ts';

const stated = (value: number) => ({ value, origin: '' });

/** 400 Pro customers, and other customers with a constant load. */
const projectionOf = (perMinute: number, others: number) =>
  project(
    [
      ...(others === 0 ? [] : [{ plan: 'free', subscribers: stated(others), activeAtPeak: stated(1) }]),
      { plan: 'pro', subscribers: stated(400), activeAtPeak: stated(0.3) },
    ].map((one) => ({
      ...one,
      perMinute: stated(one.plan === 'pro' ? 300 : 60),
      use: stated(1),
      readShare: stated(1),
    })),
    [{ plan: 'pro', perMinute }],
  );

/** The steps of a service for which a Pro limit is the largest that fits. */
function run(largest: number, others: number, perMinute: number, levels?: readonly number[]) {
  const projection = projectionOf(perMinute, others);
  const rps = projectionOf(largest, others).after.rps;
  const steps = (levels ?? defaultLevels(projection)).map((level) => ({
    level,
    verdict: level * projection.after.rps <= rps + 1e-9 ? 'within' : 'beyond',
  })) as unknown as JudgedStep[];
  return { limits: limitBracket(projection, steps), next: narrowing(projection, steps) };
}

/** Every run that `next:` proposes, one after the other. */
function follow(largest: number, others: number) {
  const proposed: string[] = [];
  let { limits, next } = run(largest, others, 400);
  while (next !== undefined && proposed.length < 50) {
    const { perMinute, percents } = next;
    proposed.push(`${perMinute}: ${percents.join(',')}`);
    const levels = percents.map((one) => one / 100);
    ({ limits, next } = run(largest, others, perMinute, levels));
  }
  return { proposed, limits };
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
  const { proposed, limits } = follow(largest, others);
  expect(proposed.length, proposed.join('; ')).toBeLessThanOrEqual(5);
  expect(limits?.fits).toBeLessThanOrEqual(largest);
  expect(limits?.exceeds).toBeGreaterThan(largest);
});
