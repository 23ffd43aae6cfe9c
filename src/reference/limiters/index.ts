import { windowFromFirst, windowOnClock } from './fixed-window.ts';
import type { LimiterFactory } from './limiter.ts';
import { slidingCounter, slidingLog } from './sliding-window.ts';
import { gcra, tokenBucket } from './token-bucket.ts';

export const limiters: readonly (readonly [name: string, factory: LimiterFactory])[] = [
  ['window-from-first', windowFromFirst],
  ['window-on-clock', windowOnClock],
  ['sliding-log', slidingLog],
  ['sliding-counter-two-buckets', slidingCounter(1)],
  ['sliding-counter-fine-cells', slidingCounter(60)],
  ['token-bucket', tokenBucket],
  ['gcra', gcra],
];
