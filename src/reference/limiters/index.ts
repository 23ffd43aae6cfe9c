import { gcra } from './gcra.ts';
import type { LimiterFactory } from './limiter.ts';
import { slidingCounter } from './sliding-counter.ts';
import { slidingLog } from './sliding-log.ts';
import { tokenBucket } from './token-bucket.ts';
import { windowFromFirst } from './window-from-first.ts';
import { windowOnClock } from './window-on-clock.ts';

export const limiters: readonly (readonly [name: string, factory: LimiterFactory])[] = [
  ['window-from-first', windowFromFirst],
  ['window-on-clock', windowOnClock],
  ['sliding-log', slidingLog],
  ['sliding-counter-two-buckets', slidingCounter(1)],
  ['sliding-counter-fine-cells', slidingCounter(60)],
  ['token-bucket', tokenBucket],
  ['gcra', gcra],
];
