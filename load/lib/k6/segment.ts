import { keyNumber, ownHands, type Segment, WHOLE } from '../../../src/capacity/segment.ts';
import { type Hand, turn } from '../../../src/capacity/turn.ts';
import type { KeyLabel } from '../../../src/exchange/exchange.ts';

/** k6's own words for a part of a test, as `exec.test.options` gives them: `1/3:2/3` of `0,1/3,2/3,1`. */
export interface SegmentOptions {
  readonly executionSegment?: string | null;
  readonly executionSegmentSequence?: string | null;
}

/** Which of how many equal parts this k6 is to send; throws where they are not as many as the step was planned for. */
export function segmentOf({ executionSegment, executionSegmentSequence }: SegmentOptions, instances: number): Segment {
  const bounds = executionSegmentSequence?.split(',') ?? [];
  const index = bounds.indexOf(executionSegment?.split(':')[0] ?? '');
  const segment = index === -1 ? WHOLE : { index, of: bounds.length - 1 };
  if (segment.of !== instances)
    throw new Error(`planned for ${instances} instances, but k6 was given 1 of ${segment.of} execution segments`);
  return segment;
}

/** What one k6 sends of a step. */
export interface Part {
  readonly segment: Segment;
  /** Whose turn it is: of its own requests, the one with that number. */
  readonly keyFor: (number: number) => KeyLabel;
}

export function partOf(segment: Segment, experiments: readonly Hand[]): Part {
  const hands = ownHands(experiments, segment);
  return {
    segment,
    keyFor: (number) => {
      const { hand, key } = turn(hands, number);
      const own = hands[hand];
      if (own === undefined) throw new Error('no key belongs to this instance');
      return `${own.plan}#${keyNumber(own, key)}`;
    },
  };
}

/** Of a part, so many milliseconds lie between two answers whose Date is kept: they come at every moment of a second. */
const EVERY_MS = 61.8;

/** Whether the Date of the request with this number is kept. One a second would always see the same moment of the second. */
export function keepsDate(n: number, perMinute: number, { of }: Segment): boolean {
  if (of === 1) return false;
  const turn = (number: number) => Math.floor((number * 60_000) / perMinute / EVERY_MS);
  return turn(n) !== turn(n - of);
}
