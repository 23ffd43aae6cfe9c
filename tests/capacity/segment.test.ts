import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentOf } from '../../load/lib/k6/segment.ts';
import {
  busiestKey,
  dealOut,
  type KeyGroup,
  keyNumber,
  ownCount,
  ownHands,
  ownKeys,
  turn,
} from '../../src/capacity/index.ts';
import { segmentArguments } from '../../src/k6/run/arguments.ts';

const group = (plan: string, keys: number, perWindow = 300): KeyGroup => ({ plan, keys, perWindow, windowSeconds: 60 });
const all = (of: number) => Array.from({ length: of }, (_, index) => ({ index, of }));

/** The labels of an instance's keys. */
const labels = (groups: readonly KeyGroup[], index: number, of: number) =>
  ownKeys(groups, { index, of }).flatMap((own) =>
    Array.from({ length: own.keys }, (_, key) => `${own.plan}#${keyNumber(own, key)}`),
  );

describe('the keys of an instance', () => {
  it.each([
    [
      [group('pro', 5)],
      2,
      [
        ['pro#1', 'pro#3', 'pro#5'],
        ['pro#2', 'pro#4'],
      ],
    ],
    // The deal goes on from plan to plan, so that one key of each does not make one instance rich.
    [[group('free', 1), group('pro', 1), group('business', 1)], 3, [['free#1'], ['pro#1'], ['business#1']]],
    [[group('free', 2), group('pro', 3)], 3, [['free#1', 'pro#2'], ['free#2', 'pro#3'], ['pro#1']]],
    [[group('pro', 1)], 1, [['pro#1']]],
  ])('case %#', (groups, of, expected) => {
    expect(all(of).map(({ index }) => labels(groups, index, of))).toEqual(expected);
  });

  it('each belongs to one instance, for any pool', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 4 }), fc.integer({ min: 1, max: 9 }), (counts, of) => {
        const groups = counts.map((keys, plan) => group(`plan${plan}`, keys));
        const dealt = all(of).map(({ index }) => labels(groups, index, of));
        const whole = labels(groups, 0, 1);
        expect(dealt.flat().sort()).toEqual(whole.sort());
        const sizes = dealt.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('none gets more requests than announced for the busiest, over all instances', () => {
    const dealt = dealOut([group('pro', 5), group('free', 4, 60)], { rps: 12, requests: 600 });
    const shares = 'shares' in dealt ? dealt.shares : [];
    const sent = new Map<string, number>();
    for (const segment of all(3)) {
      const hands = ownHands(shares, segment);
      for (let number = 0; number < ownCount(600, segment); number += 1) {
        const { hand, key } = turn(hands, number);
        const own = hands[hand];
        if (own === undefined) throw new Error('no hand');
        const label = `${own.plan}#${keyNumber(own, key)}`;
        sent.set(label, (sent.get(label) ?? 0) + 1);
      }
    }
    expect(sent.size).toBe(9);
    for (const [label, count] of sent)
      expect(count).toBeLessThanOrEqual(600 * busiestKey(shares, label.split('#')[0] ?? '', 3) + 1);
  });
});

describe("k6's execution segments", () => {
  it('are written like those of k6 and the operator', () => {
    expect(segmentArguments({ index: 1, of: 3 })).toEqual([
      '--execution-segment=1/3:2/3',
      '--execution-segment-sequence=0,1/3,2/3,1',
    ]);
    expect(segmentArguments({ index: 0, of: 1 })).toEqual([]);
  });

  it.each([
    ['1/3:2/3', '0,1/3,2/3,1', 3, { index: 1, of: 3 }],
    ['0:1/2', '0,1/2,1', 2, { index: 0, of: 2 }],
    // k6 shortens fractions.
    ['1/2:3/4', '0,1/4,1/2,3/4,1', 4, { index: 2, of: 4 }],
    [undefined, undefined, 1, { index: 0, of: 1 }],
    [null, null, 1, { index: 0, of: 1 }],
  ])('%s of %s is read', (executionSegment, executionSegmentSequence, instances, expected) => {
    const options = executionSegment === undefined ? {} : { executionSegment, executionSegmentSequence };
    expect(segmentOf(options as Parameters<typeof segmentOf>[0], instances)).toEqual(expected);
  });

  it('another number than was planned for is an error before anything is sent', () => {
    expect(() => segmentOf({}, 3)).toThrow('planned for 3 instances');
    expect(() => segmentOf({ executionSegment: '0:1/2', executionSegmentSequence: '0,1/2,1' }, 1)).toThrow('1 of 2');
  });

  it('every request is one instance’s', () => {
    for (const count of [0, 1, 7, 60, 61])
      expect(all(7).reduce((sum, segment) => sum + ownCount(count, segment), 0)).toBe(count);
  });
});
