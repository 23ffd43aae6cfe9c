import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentOf } from '../../load/lib/k6/segment.ts';
import { busiestKey, dealOut, keyNumber, ownCount, ownHands, ownKeys, turn } from '../../src/capacity/keys.ts';
import { groupBy } from '../../src/exchange/journal/group.ts';
import type { KeyGroup } from '../../src/exchange/records/capacity-record.ts';

const group = (plan: string, keys: number, perWindow = 300): KeyGroup => ({ plan, keys, perWindow, windowSeconds: 60 });
const all = (of: number) => Array.from({ length: of }, (_, index) => ({ index, of }));

/** The labels of an instance's keys. */
const labels = (groups: readonly KeyGroup[], index: number, of: number) =>
  ownKeys(groups, { index, of }).flatMap((own) =>
    Array.from({ length: own.keys }, (_, key) => `${own.plan}#${keyNumber(own, key)}`),
  );

describe('the keys of an instance', () => {
  it('each belong to one instance, for any pool', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 4 }), fc.integer({ min: 1, max: 9 }), (counts, of) => {
        const groups = counts.map((keys, plan) => group(`plan${plan}`, keys));
        const dealt = all(of).map(({ index }) => labels(groups, index, of));
        expect(dealt.flat().sort()).toEqual(labels(groups, 0, 1).sort());
        const sizes = dealt.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('get no more requests than announced for the busiest, over all instances', () => {
    const dealt = dealOut([group('pro', 5), group('free', 4, 60)], { rps: 12, requests: 600 });
    const shares = 'shares' in dealt ? dealt.shares : [];
    const senders = all(3).flatMap((segment) => {
      const hands = ownHands(shares, segment);
      return Array.from({ length: ownCount(600, segment) }, (_, number) => {
        const { hand, key } = turn(hands, number);
        const own = hands[hand];
        return own === undefined ? 'none' : `${own.plan}#${keyNumber(own, key)}`;
      });
    });
    expect(senders).toHaveLength(600);
    const byKey = groupBy(senders, (label) => label);
    expect(byKey.size).toBe(9);
    for (const [label, { length }] of byKey)
      expect(length).toBeLessThanOrEqual(600 * busiestKey(shares, label.split('#')[0] ?? '', 3) + 1);
  });
});

describe("k6's execution segments", () => {
  it('are read, also if k6 has shortened a fraction', () => {
    const read = (executionSegment: string | null, executionSegmentSequence: string | null, of: number) =>
      segmentOf({ executionSegment, executionSegmentSequence }, of);
    expect(read('1/3:2/3', '0,1/3,2/3,1', 3)).toEqual({ index: 1, of: 3 });
    expect(read('0:1/2', '0,1/2,1', 2)).toEqual({ index: 0, of: 2 });
    expect(read('1/2:3/4', '0,1/4,1/2,3/4,1', 4)).toEqual({ index: 2, of: 4 });
    expect(read(null, null, 1)).toEqual({ index: 0, of: 1 });
  });

  it('of another number than was planned for are an error before anything is sent', () => {
    expect(() => segmentOf({}, 3)).toThrow('planned for 3 instances');
    expect(() => segmentOf({ executionSegment: '0:1/2', executionSegmentSequence: '0,1/2,1' }, 1)).toThrow('1 of 2');
  });
});
