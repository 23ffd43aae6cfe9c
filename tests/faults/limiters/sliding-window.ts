import { type LimiterFactory, perKey } from '../../../src/reference/limiter.ts';

/** Remembers admitted requests, or all, for a window's length; with cells, from the start of their cell. Reset is when one has left it. */
export const slidingLog = (resetOf: 'oldest' | 'newest', countsRefusals = false, cells?: number): LimiterFactory =>
  perKey(({ limit, windowMs }) => ({
    start: (): number[] => [],
    take: (log, nowMs, cost) => {
      expire(log, nowMs - windowMs);
      const admitted = log.length + cost <= limit;
      const noted = cells === undefined ? nowMs : nowMs - (nowMs % (windowMs / cells));
      if (admitted || countsRefusals) for (let drawn = 0; drawn < cost; drawn += 1) log.push(noted);
      const oldest = log[Math.max(0, log.length + cost - limit - 1)] ?? nowMs;
      const resetAtMs = (log.at(resetOf === 'oldest' ? 0 : -1) ?? nowMs) + windowMs;
      return { admitted, remaining: Math.max(0, limit - log.length), resetAtMs, freeAtMs: oldest + windowMs };
    },
  }));

/** Removes the times up to this one from a sorted log. */
function expire(log: number[], untilMs: number): void {
  const kept = log.findIndex((at) => at > untilMs);
  log.splice(0, kept < 0 ? log.length : kept);
}

/**
 * Counts per cell of a grid; the cell at the window's tail is weighted by the part still inside. One cell per window is
 * the well-known two-bucket counter. Reset is the moment at which the last cell has left the window, up to one cell
 * beyond a window: with one cell per window, up to two windows ahead.
 */
export const slidingCounter = (cellsPerWindow: number, resetOf: 'all' | 'slot' = 'all'): LimiterFactory =>
  perKey(({ limit, windowMs }) => {
    const cellMs = windowMs / cellsPerWindow;
    const usedAt = (counts: ReadonlyMap<number, number>, atMs: number) => used(counts, atMs, cellMs, cellsPerWindow);
    return {
      start: (): Map<number, number> => new Map(),
      take: (counts, nowMs, cost) => {
        const current = Math.floor(nowMs / cellMs);
        for (const cell of counts.keys()) if (cell < current - cellsPerWindow) counts.delete(cell);
        const before = usedAt(counts, nowMs);
        const admitted = before + cost <= limit;
        if (admitted && cost > 0) counts.set(current, (counts.get(current) ?? 0) + cost);
        const last = Math.max(-1, ...counts.keys());
        const resetAtMs = last < 0 ? nowMs : (last + 1) * cellMs + windowMs;
        let freeAtMs = nowMs;
        while (!admitted && freeAtMs < resetAtMs && usedAt(counts, freeAtMs) + 1 > limit) freeAtMs += 100;
        const remaining = Math.max(0, Math.floor(limit - before - (admitted ? cost : 0)));
        let slotAtMs = nowMs;
        const now = usedAt(counts, nowMs);
        while (resetOf === 'slot' && slotAtMs < resetAtMs && usedAt(counts, slotAtMs) > now - 1) slotAtMs += 100;
        return {
          admitted,
          remaining,
          resetAtMs: resetOf === 'slot' ? slotAtMs : resetAtMs,
          freeAtMs: Math.min(freeAtMs, resetAtMs),
        };
      },
    };
  });

function used(counts: ReadonlyMap<number, number>, atMs: number, cellMs: number, cellsPerWindow: number): number {
  const oldest = Math.floor(atMs / cellMs) - cellsPerWindow;
  const inside = 1 - (atMs % cellMs) / cellMs;
  let sum = 0;
  for (const [cell, count] of counts) sum += cell > oldest ? count : cell === oldest ? count * inside : 0;
  return sum;
}

/**
 * The counter of two weighted windows of go-chi/httprate, Python's `limits`, and others: Reset is the edge of the grid,
 * from which on the earlier window expires evenly. The grid begins `begun` of a window before the first request.
 */
export const weightedCounter =
  (begun: number): LimiterFactory =>
  (policy) => {
    const limiter = slidingCounter(1)(policy);
    let origin: number | undefined;
    return (key, nowMs, cost) => {
      origin ??= Math.round((nowMs - begun * policy.windowMs) / 1_000) * 1_000;
      const at = nowMs - origin;
      const edge = (Math.floor(at / policy.windowMs) + 1) * policy.windowMs;
      return { ...limiter(key, at, cost), resetAtMs: origin + edge };
    };
  };

/** The rate of HAProxy's stick tables. */
export const gatewayRate: LimiterFactory = (policy) => {
  const { windowMs, limit } = policy;
  const counter = weightedCounter(0)({ windowMs, limit: Number.MAX_SAFE_INTEGER });
  return (key, nowMs, cost) => {
    const used = Number.MAX_SAFE_INTEGER - counter(key, nowMs, cost).remaining;
    const admitted = used <= limit;
    const retryAfterSeconds = admitted ? 0 : windowMs / 1_000;
    return { admitted, limit, remaining: Math.max(0, limit - used), resetAtMs: nowMs + windowMs, retryAfterSeconds };
  };
};
