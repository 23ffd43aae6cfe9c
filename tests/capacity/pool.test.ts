import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dealOut } from '../../src/capacity/pool.ts';
import { turn } from '../../src/capacity/turn.ts';
import type { KeyGroup, Share } from '../../src/exchange/index.ts';

const group = (plan: string, keys: number, perWindow: number, perDay?: number): KeyGroup => ({
  plan,
  keys,
  perWindow,
  windowSeconds: 60,
  ...(perDay === undefined ? {} : { perDay }),
});

describe('the key pool', () => {
  it('deals in proportion to what a key may carry', () => {
    const deal = dealOut([group('free', 10, 60), group('pro', 2, 300)], { rps: 10, requests: 600 });
    if (!('shares' in deal)) throw new Error('enough keys');
    const [free, pro] = deal.shares;
    // 54 - 2 a window and key against 270 - 2.
    expect((free?.share ?? 0) / (pro?.share ?? 1)).toBeCloseTo((10 * 52) / (2 * 268), 9);
    expect(deal.shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it.each([
    ['the minute', [group('pro', 1, 300)], { rps: 10, requests: 600 }, [{ plan: 'pro', more: 2 }]],
    ['the day', [group('free', 1, 60, 1_000)], { rps: 0.1, requests: 9_000 }, [{ plan: 'free', more: 10 }]],
    [
      'no keys at all',
      [group('free', 0, 60), group('pro', 0, 300)],
      { rps: 10, requests: 600 },
      [
        { plan: 'free', more: 12 },
        { plan: 'pro', more: 3 },
      ],
    ],
    ['a limit that is too small to share', [group('free', 5, 2)], { rps: 10, requests: 600 }, []],
  ])('too few keys by %s: how many more of which plan', (_name, groups, demand, missing) => {
    expect(dealOut(groups, demand)).toMatchObject({ missing });
  });

  it('is enough with as many keys more as it asks for, and not with one less', () => {
    const groups = fc.record({ keys: fc.integer({ min: 0, max: 20 }), perWindow: fc.integer({ min: 10, max: 2_000 }) });
    fc.assert(
      fc.property(groups, fc.integer({ min: 1, max: 500 }), ({ keys, perWindow }, rps) => {
        const demand = { rps, requests: rps * 60 };
        const deal = dealOut([group('pro', keys, perWindow)], demand);
        if ('shares' in deal) return;
        const more = deal.missing[0]?.more ?? 0;
        expect(dealOut([group('pro', keys + more, perWindow)], demand)).toHaveProperty('shares');
        expect(dealOut([group('pro', keys + more - 1, perWindow)], demand)).toHaveProperty('missing');
      }),
    );
  });
});

/** The most that one key gets within any run of so many numbers, against its limit. */
function most(shares: readonly Share[], count: number, within: number): Map<string, number> {
  const at = new Map<string, number[]>();
  for (let number = 0; number < count; number += 1) {
    const { hand, key } = turn(shares, number);
    const name = `${hand}#${key}`;
    const numbers = at.get(name) ?? [];
    at.set(name, numbers);
    numbers.push(number);
  }
  const worst = new Map<string, number>();
  for (const [name, numbers] of at) {
    let from = 0;
    let high = 0;
    for (const [index, number] of numbers.entries()) {
      while (number - (numbers[from] ?? 0) >= within) from += 1;
      high = Math.max(high, index - from + 1);
    }
    worst.set(name, high);
  }
  return worst;
}

it('no key exceeds 90 % of its limit in any window or day, for any plans and keys', () => {
  const one = fc.record({
    keys: fc.integer({ min: 1, max: 9 }),
    perWindow: fc.integer({ min: 20, max: 1_000 }),
    perDay: fc.option(fc.integer({ min: 500, max: 20_000 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 1, maxLength: 4 }),
      fc.double({ min: 0.2, max: 1, noNaN: true }),
      (plans, part) => {
        const groups = plans.map(({ keys, perWindow, perDay }, index) =>
          group(`plan${index}`, keys, perWindow, perDay),
        );
        const capacity = groups.reduce((sum, { keys, perWindow }) => sum + keys * (Math.floor(perWindow * 0.9) - 2), 0);
        const within = Math.max(1, Math.floor(capacity * part));
        const requests = within * 3;
        const deal = dealOut(groups, { rps: within / 60, requests });
        if (!('shares' in deal)) return;
        const inDay = most(deal.shares, requests, requests);
        for (const [name, count] of most(deal.shares, requests, within)) {
          const { perWindow = 0, perDay = Number.POSITIVE_INFINITY } = deal.shares[Number(name.split('#')[0])] ?? {};
          expect(count).toBeLessThanOrEqual(Math.floor(perWindow * 0.9));
          expect(inDay.get(name) ?? 0).toBeLessThanOrEqual(Math.floor(perDay * 0.9));
        }
      },
    ),
    { numRuns: 60 },
  );
});
