import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOf, segmentOf } from '../../load/lib/experiment/capacity.ts';
import { dealOut, ownCount } from '../../src/capacity/keys.ts';
import { groupBy } from '../../src/exchange/journal/group.ts';
import type { KeyGroup } from '../../src/exchange/records/capacity-record.ts';

const group = (plan: string, keys: number, perWindow = 300): KeyGroup => ({ plan, keys, perWindow, windowSeconds: 60 });

it('deals every request to a key of one instance, and to each key of a plan as much as to any other', () => {
  const pools = fc.record({ pro: fc.integer({ min: 0, max: 20 }), free: fc.integer({ min: 9, max: 40 }) });
  fc.assert(
    fc.property(pools, fc.integer({ min: 1, max: 9 }), ({ pro, free }, instances) => {
      const demand = { rps: 1, requests: 600, instances, shareOfDay: 0.9 };
      const deal = dealOut([group('pro', pro), group('free', free, 120)], demand);
      const shares = 'shares' in deal ? deal.shares : [];
      const senders = Array.from({ length: instances }, (_, index) => {
        const { keyFor } = partOf({ index, of: instances }, shares);
        const own = Array.from({ length: ownCount(600, { index, of: instances }) }, (_, number) => keyFor(number));
        return own.map((label) => ({ label, index }));
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
