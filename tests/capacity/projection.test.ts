import { describe, expect, it } from 'vitest';
import { openAtOnce, project } from '../../src/capacity/projection.ts';
import { defaultLevels } from '../../src/capacity/steps.ts';
import type { PlanActivity } from '../../src/exchange/index.ts';

const stated = (value: number, origin = 'storecheck.yaml') => ({ value, origin });

function plan(name: string, perMinute: number | undefined, subscribers: number, active: number, use: number) {
  const activity: PlanActivity = {
    plan: name,
    subscribers: stated(subscribers),
    activeAtPeak: stated(active),
    use: stated(use),
    readShare: stated(0.9),
  };
  return perMinute === undefined ? activity : { ...activity, perMinute: stated(perMinute, 'the document') };
}

const FREE = plan('free', 60, 20_000, 0.02, 0.25);
const PRO = plan('pro', 300, 400, 0.3, 0.6);

describe('the projected peak', () => {
  const to = (plan: string, perMinute: number) => ({ plan, perMinute });
  it.each([
    ['nothing changes', [FREE, PRO], [], 460, 460],
    ['pro at 400', [FREE, PRO], [to('pro', 400)], 460, 580],
    ['two changes', [FREE, PRO], [to('pro', 400), to('free', 30)], 460, 530],
    ['the last change of a plan counts', [PRO], [to('pro', 1), to('pro', 600)], 360, 720],
    ['a new plan', [PRO, plan('team', undefined, 100, 0.5, 0.5)], [to('team', 600)], 360, 610],
    ['an Enterprise contract', [plan('enterprise', 5_000, 3, 1, 0.8)], [to('enterprise', 20_000)], 200, 800],
  ] as const)('%s', (_name, plans, changes, before, after) => {
    const projection = project(plans, changes);
    expect(projection.before.rps).toBeCloseTo(before, 9);
    expect(projection.after.rps).toBeCloseTo(after, 9);
    expect(projection.after.reads + projection.after.writes).toBeCloseTo(after, 9);
    expect(projection.after.reads).toBeCloseTo(after * 0.9, 9);
  });

  it('states the origin of each number', () => {
    const [free, pro] = project([FREE, PRO], [{ plan: 'pro', perMinute: 400 }]).plans;
    expect(free?.changed).toEqual({ value: 60, origin: 'the document' });
    expect(pro?.changed).toEqual({ value: 400, origin: '--change' });
    expect(pro?.subscribers.origin).toBe('storecheck.yaml');
  });

  it('is a fifth higher if a fifth more are active, but never more than all of them', () => {
    expect(project([FREE, PRO], []).busier.rps).toBeCloseTo(460 * 1.2, 9);
    expect(project([plan('pro', 300, 60, 0.9, 1)], []).busier.rps).toBeCloseTo(300, 9);
  });
});

it('Little: 100 a second at 300 ms are 30 at once', () => {
  expect(openAtOnce(100, 0.3)).toBe(30);
});

describe('the default steps', () => {
  const rates = (rps: number) => ({ rps, reads: rps, writes: 0 });
  it.each([
    ['the peak does not change', 100, 100, [0.5, 0.75, 1, 1.25, 1.5]],
    ['the peak falls', 200, 100, [0.5, 0.75, 1, 1.25, 1.5]],
    ['everything is new', 0, 100, [0.5, 0.75, 1, 1.25, 1.5]],
    ["today's is in between", 62, 100, [0.5, 0.62, 0.75, 1, 1.25, 1.5]],
    ["today's is close to a step", 51, 100, [0.51, 0.75, 1, 1.25, 1.5]],
    ["today's is close to the projected one", 97, 100, [0.5, 0.75, 0.97, 1, 1.25, 1.5]],
    ["today's has the name of the projected one", 99.6, 100, [0.5, 0.75, 1, 1.25, 1.5]],
  ])('are these if %s', (_name, before, after, levels) => {
    expect(defaultLevels({ before: rates(before), after: rates(after) })).toEqual(levels);
  });
});
