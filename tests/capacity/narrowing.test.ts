import { describe, expect, it } from 'vitest';
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
function follow(largest: number, others = 0, change = 400) {
  const proposed: string[] = [];
  let { limits, next } = run(largest, others, change);
  while (next !== undefined && proposed.length < 50) {
    const { perMinute, percents } = next;
    proposed.push(`${perMinute}: ${percents.join(',')}`);
    ({ limits, next } = run(
      largest,
      others,
      perMinute,
      percents.map((one) => one / 100),
    ));
  }
  return { proposed, limits };
}

describe('the runs that are proposed one after the other', () => {
  it.each([
    [250, 0],
    [400, 0],
    [479, 0],
    [1_999, 0],
    [15, 0],
    [333, 100],
    [700, 1_000],
  ])('end, and enclose the largest limit of %i with %i other customers', (largest, others) => {
    const { proposed, limits } = follow(largest, others);
    expect(proposed.length, proposed.join('; ')).toBeLessThanOrEqual(5);
    expect(limits?.fits).toBeLessThanOrEqual(largest);
    expect(limits?.exceeds).toBeGreaterThan(largest);
  });

  it('test fifths of the open interval, and both ends again', () => {
    const steps = [1, 1.25].map((level, index) => ({ level, verdict: index === 0 ? 'within' : 'beyond' }));
    expect(narrowing(projectionOf(360, 0), steps as unknown as JudgedStep[])).toEqual({
      plan: 'pro',
      perMinute: 378,
      percents: [95, 100, 105, 110, 114, 120],
    });
  });

  it('look for a larger limit if none was refuted', () => {
    expect(follow(1_000).proposed[0]).toBe('600: 100,125,150,200');
  });
});
