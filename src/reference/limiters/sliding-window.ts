import { type LimiterFactory, secondsUntil } from './limiter.ts';

/** Remembers every admitted request for a window's length. */
export const slidingLog: LimiterFactory = ({ limit, windowMs }) => {
  const logs = new Map<string, number[]>();
  return {
    take: (key, nowMs, cost = 1) => {
      const log = (logs.get(key) ?? []).filter((at) => at > nowMs - windowMs);
      const admitted = log.length + cost <= limit;
      if (admitted) for (let drawn = 0; drawn < cost; drawn += 1) log.push(nowMs);
      logs.set(key, log);
      const oldest = log[Math.max(0, log.length + cost - limit - 1)] ?? nowMs;
      const retryAfterSeconds = admitted ? 0 : secondsUntil(oldest + windowMs, nowMs);
      return {
        admitted,
        limit,
        remaining: limit - log.length,
        resetAtMs: (log.at(-1) ?? nowMs) + windowMs,
        retryAfterSeconds,
      };
    },
  };
};

/**
 * Counts per cell of a grid; the cell at the window's tail is weighted by the part still inside. One cell per window is
 * the well-known two-bucket counter. Reset is the moment at which the last cell has left the window, up to one cell
 * beyond a window: with one cell per window, up to two windows ahead.
 */
export const slidingCounter =
  (cellsPerWindow: number): LimiterFactory =>
  ({ limit, windowMs }) => {
    const cellMs = windowMs / cellsPerWindow;
    const keys = new Map<string, Map<number, number>>();
    return {
      take: (key, nowMs, cost = 1) => {
        const counts = keys.get(key) ?? new Map<number, number>();
        keys.set(key, counts);
        const current = Math.floor(nowMs / cellMs);
        for (const cell of counts.keys()) if (cell < current - cellsPerWindow) counts.delete(cell);
        const before = used(counts, nowMs, cellMs, cellsPerWindow);
        const admitted = before + cost <= limit;
        if (admitted && cost > 0) counts.set(current, (counts.get(current) ?? 0) + cost);
        const last = Math.max(-1, ...counts.keys());
        const resetAtMs = last < 0 ? nowMs : (last + 1) * cellMs + windowMs;
        return {
          admitted,
          limit,
          remaining: Math.max(0, Math.floor(limit - before - (admitted ? cost : 0))),
          resetAtMs,
          retryAfterSeconds: admitted ? 0 : secondsUntil(freeAt(counts, nowMs, resetAtMs), nowMs),
        };
      },
    };

    function freeAt(counts: ReadonlyMap<number, number>, nowMs: number, latest: number): number {
      for (let at = nowMs; at < latest; at += 100) if (used(counts, at, cellMs, cellsPerWindow) + 1 <= limit) return at;
      return latest;
    }
  };

function used(counts: ReadonlyMap<number, number>, atMs: number, cellMs: number, cellsPerWindow: number): number {
  const oldest = Math.floor(atMs / cellMs) - cellsPerWindow;
  const inside = 1 - (atMs % cellMs) / cellMs;
  let sum = 0;
  for (const [cell, count] of counts) sum += cell > oldest ? count : cell === oldest ? count * inside : 0;
  return sum;
}
