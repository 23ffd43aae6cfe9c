import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instanceOf, keyOf } from '../../load/experiment/capacity-step.ts';
import { ownCount, shareLoad, turnOf } from '../../src/capacity/key-shares.ts';
import { groupBy } from '../../src/exchange/group.ts';

const limits = {
  perWindow: fc.integer({ min: 20, max: 1_000 }),
  perDay: fc.option(fc.integer({ min: 500, max: 20_000 }), { nil: undefined }),
};
const groupOf = (plan: string, keys: number, perWindow: number, perDay?: number) => ({
  plan,
  keys,
  perWindow,
  windowSeconds: 60,
  ...(perDay === undefined ? {} : { perDay }),
});

it('the message names the smallest number of additional keys that suffices', () => {
  const pools = fc.record({ keys: fc.integer({ min: 0, max: 20 }), ...limits });
  fc.assert(
    fc.property(pools, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 4 }), (pool, rps, instances) => {
      const { keys, perWindow, perDay } = pool;
      const demand = { rps, requests: rps * 60, instances, shareOfDay: 0.9 };
      const withMore = (more: number) => shareLoad([groupOf('pro', keys + more, perWindow, perDay)], demand);
      const shared = withMore(0);
      fc.pre(shared.shares === undefined);
      const more = shared.missing[0]?.more ?? 0;
      expect(withMore(more)).toHaveProperty('shares');
      expect(withMore(more - 1)).toHaveProperty('missing');
    }),
  );
});

/** The most of these rising numbers within any run of this many. */
function most(numbers: readonly number[], within: number): number {
  let from = 0;
  const counts = numbers.map((number, index) => {
    while (number - (numbers[from] ?? 0) >= within) from += 1;
    return index - from + 1;
  });
  return Math.max(...counts);
}

it('no key exceeds 90 % of its limit in any window or day, for any plans and keys', () => {
  const pool = fc.record({ keys: fc.integer({ min: 1, max: 9 }), ...limits });
  const pools = fc.array(pool, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(pools, fc.double({ min: 0.2, max: 1, noNaN: true }), (plans, part) => {
      const groups = plans.map(({ keys, perWindow, perDay }, index) => groupOf(`${index}`, keys, perWindow, perDay));
      const capacity = groups.reduce((sum, { keys, perWindow }) => sum + keys * (Math.floor(perWindow * 0.9) - 2), 0);
      const within = Math.max(1, Math.floor(capacity * part));
      const requests = within * 3;
      const shared = shareLoad(groups, { rps: within / 60, requests, instances: 1, shareOfDay: 0.9 });
      fc.pre(shared.shares !== undefined);
      const all = Array.from({ length: requests }, (_, number) => number);
      const byKey = groupBy(all, (number) => {
        const { part, before } = turnOf(shared.shares, number);
        return `${part.plan}#${before % part.keys}`;
      });
      for (const [name, numbers] of byKey) {
        const { perWindow = 0, perDay = Infinity } = groups[Number.parseInt(name, 10)] ?? {};
        expect(most(numbers, within)).toBeLessThanOrEqual(Math.floor(perWindow * 0.9));
        expect(numbers.length).toBeLessThanOrEqual(Math.floor(perDay * 0.9));
      }
    }),
    { numRuns: 60 },
  );
});

it('sends every request with a key of one instance, and with each key of a plan as many as with any other', () => {
  const pools = fc.record({ pro: fc.integer({ min: 0, max: 20 }), free: fc.integer({ min: 9, max: 40 }) });
  fc.assert(
    fc.property(pools, fc.integer({ min: 1, max: 9 }), ({ pro, free }, instances) => {
      const demand = { rps: 1, requests: 600, instances, shareOfDay: 0.9 };
      const shared = shareLoad([groupOf('pro', pro, 300), groupOf('free', free, 120)], demand);
      const shares = shared.shares ?? [];
      const senders = Array.from({ length: instances }, (_, index) => {
        const own = { length: ownCount(600, index + 1, instances) };
        const labels = Array.from(own, (_, number) => keyOf(number, index + 1, instances, shares));
        return labels.map((label) => ({ label, index }));
      }).flat();
      expect(senders).toHaveLength(600);
      for (const [label, sent] of groupBy(senders, (one) => one.label)) {
        expect(new Set(sent.map(({ index }) => index)).size).toBe(1);
        const { share = 0, keys = 1 } = shares.find(({ plan }) => label.startsWith(plan)) ?? {};
        expect(Number(label.split('#')[1])).toBeLessThanOrEqual(keys);
        expect(sent.length).toBeLessThanOrEqual((600 * share) / keys + 2);
      }
    }),
  );
});

it("k6's execution segments are read, also if k6 has shortened a fraction", () => {
  const read = (executionSegment: string | null, executionSegmentSequence: string | null, of: number) =>
    instanceOf({ executionSegment, executionSegmentSequence }, of);
  expect(read('1/3:2/3', '0,1/3,2/3,1', 3)).toBe(2);
  expect(read('0:1/2', '0,1/2,1', 2)).toBe(1);
  expect(read('1/2:3/4', '0,1/4,1/2,3/4,1', 4)).toBe(3);
  expect(read(null, null, 1)).toBe(1);
});

it('more or fewer execution segments than planned are an error before anything is sent', () => {
  expect(() => instanceOf({}, 3)).toThrow('planned for 3 instances');
  expect(() => instanceOf({ executionSegment: '0:1/2', executionSegmentSequence: '0,1/2,1' }, 1)).toThrow('1 of 2');
});
