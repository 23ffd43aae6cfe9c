import { fixedWindow } from './fixed-window.ts';
import type { LimiterFactory } from './limiter.ts';

/** Windows are the same for every key: multiples of the window's length since 1970. */
export const windowOnClock: LimiterFactory = (quota) => fixedWindow(quota, (nowMs) => nowMs - (nowMs % quota.windowMs));
