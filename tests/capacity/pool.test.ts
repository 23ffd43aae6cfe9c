import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dealOut, turn } from '../../src/capacity/keys.ts';
import { groupBy } from '../../src/exchange/journal/group.ts';

const limits = {
  perWindow: fc.integer({ min: 20, max: 1_000 }),
  perDay: fc.option(fc.integer({ min: 500, max: 20_000 }), { nil: undefined }),
};
const groupOf = (plan: string, keys: number, perWindow: number, perDay: number | undefined) => ({
  ...{ plan, keys, perWindow, windowSeconds: 60 },
  ...(perDay === undefined ? {} : { perDay }),
});

it('is enough with as many keys more as it asks for, and not with one less', () => {
  const pools = fc.record({ keys: fc.integer({ min: 0, max: 20 }), ...limits });
  fc.assert(
    fc.property(pools, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 4 }), (pool, rps, instances) => {
      const { keys, perWindow, perDay } = pool;
      const demand = { rps, requests: rps * 60, instances, shareOfDay: 0.9 };
      const dealt = (more: number) => dealOut([groupOf('pro', keys + more, perWindow, perDay)], demand);
      const deal = dealt(0);
      if ('shares' in deal) return;
      const more = deal.missing[0]?.more ?? 0;
      expect(dealt(more)).toHaveProperty('shares');
      expect(dealt(more - 1)).toHaveProperty('missing');
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
  const pools = fc.array(fc.record({ keys: fc.integer({ min: 1, max: 9 }), ...limits }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(pools, fc.double({ min: 0.2, max: 1, noNaN: true }), (plans, part) => {
      const groups = plans.map(({ keys, perWindow, perDay }, index) => groupOf(`${index}`, keys, perWindow, perDay));
      const capacity = groups.reduce((sum, { keys, perWindow }) => sum + keys * (Math.floor(perWindow * 0.9) - 2), 0);
      const within = Math.max(1, Math.floor(capacity * part));
      const requests = within * 3;
      const deal = dealOut(groups, { rps: within / 60, requests, instances: 1, shareOfDay: 0.9 });
      if (!('shares' in deal)) return;
      const byKey = groupBy(
        Array.from({ length: requests }, (_, number) => number),
        (number) => Object.values(turn(deal.shares, number)).join('#'),
      );
      for (const [name, numbers] of byKey) {
        const { perWindow = 0, perDay = Number.POSITIVE_INFINITY } = deal.shares[Number.parseInt(name, 10)] ?? {};
        expect(most(numbers, within)).toBeLessThanOrEqual(Math.floor(perWindow * 0.9));
        expect(numbers.length).toBeLessThanOrEqual(Math.floor(perDay * 0.9));
      }
    }),
    { numRuns: 60 },
  );
});
