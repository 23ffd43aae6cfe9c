import { perKey } from '../../../src/reference/limiter.ts';

/** A fixed window whose counter is read, and written this many milliseconds later: what was read meanwhile is lost. */
export const losing = (storeMs: number) =>
  perKey(({ limit, windowMs }) => ({
    start: (nowMs) => ({ start: nowMs, writes: [] as { at: number; count: number }[] }),
    take: (window, nowMs) => {
      if (nowMs >= window.start + windowMs) Object.assign(window, { start: nowMs, writes: [] });
      const count = 1 + Math.max(0, ...window.writes.filter(({ at }) => at <= nowMs).map((write) => write.count));
      const admitted = count <= limit;
      if (admitted) window.writes.push({ at: nowMs + storeMs, count });
      const resetAtMs = window.start + windowMs;
      return { admitted, remaining: Math.max(0, limit - count), resetAtMs, freeAtMs: resetAtMs };
    },
  }));
