/** Legal limiters, each in a few lines of its own (nothing shared with src/): seconds in, what the three headers say out. */
export interface Shown {
  readonly admitted: boolean;
  readonly remaining: number;
  /** Seconds since 1970, not rounded. */
  readonly reset: number;
}

export type Limiter = (now: number) => Shown;

export type Algorithm = keyof typeof LIMITERS;

/** One window from the first request on, or on the minutes of the clock. */
function fixed(limit: number, window: number, onClock: boolean): Limiter {
  let from = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (now) => {
    if (now >= from + window) {
      from = onClock ? Math.floor(now / window) * window : now;
      used = 0;
    }
    const admitted = used < limit;
    if (admitted) used += 1;
    return { admitted, remaining: limit - used, reset: from + window };
  };
}

/** Reset names the moment at which the oldest request leaves, or the last one. */
function slidingLog(limit: number, window: number, named: 'oldest' | 'newest'): Limiter {
  let log: number[] = [];
  return (now) => {
    log = log.filter((at) => at > now - window);
    const admitted = log.length < limit;
    if (admitted) log.push(now);
    return {
      admitted,
      remaining: limit - log.length,
      reset: ((named === 'oldest' ? log[0] : log.at(-1)) ?? now) + window,
    };
  };
}

/** Reset names the moment at which the bucket is full again. */
function bucket(limit: number, window: number): Limiter {
  let level = limit;
  let at = 0;
  return (now) => {
    level = Math.min(limit, level + ((now - at) * limit) / window);
    at = now;
    const admitted = level >= 1;
    if (admitted) level -= 1;
    return { admitted, remaining: Math.floor(level), reset: now + ((limit - level) * window) / limit };
  };
}

/** Two counters on the clock's grid, the older one weighted by what is left of it. */
function slidingCounter(limit: number, window: number): Limiter {
  const counts = new Map<number, number>();
  return (now) => {
    const slot = Math.floor(now / window);
    const weight = 1 - (now / window - slot);
    const used = (counts.get(slot - 1) ?? 0) * weight + (counts.get(slot) ?? 0);
    const admitted = used + 1 <= limit;
    if (admitted) counts.set(slot, (counts.get(slot) ?? 0) + 1);
    return {
      admitted,
      remaining: Math.max(0, Math.floor(limit - used - (admitted ? 1 : 0))),
      reset: (slot + 1) * window,
    };
  };
}

export const LIMITERS = {
  'window from the first request': (limit: number, window: number) => fixed(limit, window, false),
  'window on the clock': (limit: number, window: number) => fixed(limit, window, true),
  'sliding log, oldest named': (limit: number, window: number) => slidingLog(limit, window, 'oldest'),
  'sliding log, newest named': (limit: number, window: number) => slidingLog(limit, window, 'newest'),
  'token bucket': bucket,
  'sliding counter': slidingCounter,
} as const satisfies Record<string, (limit: number, window: number) => Limiter>;

/** Breaches of the count, wrapped around a legal limiter that counts right. */
export const BREACHES = {
  'constant at the top': (limit: number) => () => limit - 1,
  constant: () => () => 42,
  'by two': (limit: number) => (shown: Shown) => Math.max(0, limit - 2 * (limit - shown.remaining)),
  'counts up': (limit: number) => (shown: Shown) => Math.floor(limit / 3) + limit - shown.remaining,
} as const satisfies Record<string, (limit: number) => (shown: Shown) => number>;
