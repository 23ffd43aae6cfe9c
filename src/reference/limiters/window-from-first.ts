import { fixedWindow } from './fixed-window.ts';
import type { LimiterFactory } from './limiter.ts';

/** The window opens with a key's first request and closes a window's length later. */
export const windowFromFirst: LimiterFactory = (quota) =>
  fixedWindow(quota, (nowMs, open) => (open !== undefined && nowMs < open + quota.windowMs ? open : nowMs));
