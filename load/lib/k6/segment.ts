import { type Hand, turn, WHOLE } from '../../../src/capacity/keys.ts';
import type { Segment } from '../../../src/exchange/records/load-config.ts';
import type { KeyLabel } from '../../../src/exchange/records/schema.ts';

/** k6's notation of a part of a test, as in `exec.test.options`: `1/3:2/3` of `0,1/3,2/3,1`. */
export interface SegmentOptions {
  readonly executionSegment?: string | null;
  readonly executionSegmentSequence?: string | null;
}

/** The part of this k6, and the number of equal parts. Throws if that differs from the plan of the step. */
export function segmentOf({ executionSegment, executionSegmentSequence }: SegmentOptions, instances: number): Segment {
  const bounds = executionSegmentSequence?.split(',') ?? [];
  const index = bounds.indexOf(executionSegment?.split(':')[0] ?? '');
  const segment = index === -1 ? WHOLE : { index, of: bounds.length - 1 };
  if (segment.of !== instances)
    throw new Error(`planned for ${instances} instances, but k6 has 1 of ${segment.of} execution segments`);
  return segment;
}

/** The part of a step that one k6 sends. */
export type Part = ReturnType<typeof partOf>;

export function partOf(segment: Segment, experiments: readonly Hand[]) {
  const { index, of } = segment;
  // As many keys of each plan as every other instance, so that no key has two senders.
  const hands = experiments.map((hand) => ({ ...hand, keys: hand.keys / of }));
  return {
    segment,
    /** The key of this instance's own request with this number. */
    keyFor: (number: number): KeyLabel => {
      const { hand, key } = turn(hands, number);
      return `${hands[hand]?.plan}#${index + 1 + key * of}`;
    },
  };
}
