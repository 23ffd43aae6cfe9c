/** A decision. Moments are milliseconds on the service's clock. `remaining` is the quota after the request. */
export interface Decision {
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetAt: number;
  /** The first moment at which a request is admitted again. */
  readonly freeAt: number;
}

export type Limiter = (now: number) => Decision;

export interface Quota {
  readonly limit: number;
  readonly windowMs: number;
  /** Refused requests extend the wait. */
  readonly prolongs: boolean;
  /** Refills of a bucket in a window, or cells of a counter in a window. */
  readonly steps: number;
}

function fixed({ limit, windowMs, prolongs }: Quota, startOf: (now: number) => number): Limiter {
  let start = -Infinity;
  let used = 0;
  let blockedUntil = 0;
  return (now) => {
    if (now >= start + windowMs) [start, used] = [startOf(now), 0];
    const admitted = used < limit && now >= blockedUntil;
    if (admitted) used += 1;
    else if (prolongs) blockedUntil = now + windowMs;
    const end = start + windowMs;
    const resetAt = Math.max(end, blockedUntil);
    return { admitted, remaining: now < blockedUntil ? 0 : Math.max(0, limit - used), resetAt, freeAt: resetAt };
  };
}

export const fixedFromFirst = (quota: Quota): Limiter => fixed(quota, (now) => now);
export const fixedOnClock = (quota: Quota): Limiter => fixed(quota, (now) => now - (now % quota.windowMs));

/** Reset is the moment at which the newest or the oldest request leaves the window. */
export const slidingLog = ({ limit, windowMs, prolongs }: Quota, reset: 'newest' | 'oldest'): Limiter => {
  const log: number[] = [];
  return (now) => {
    while ((log[0] ?? now) <= now - windowMs) log.shift();
    const admitted = log.length < limit;
    if (admitted || prolongs) log.push(now);
    const freeAt = (log[Math.max(0, log.length - limit)] ?? now) + windowMs;
    const resetAt = reset === 'newest' ? (log.at(-1) ?? now) + windowMs : freeAt;
    return { admitted, remaining: Math.max(0, limit - log.length), resetAt, freeAt };
  };
};

/** Two cells of one window each; the older one is weighted. Reset is the moment at which both have expired. */
export const slidingCounter = ({ limit, windowMs }: Quota, reset: 'truthful' | 'grid'): Limiter => {
  let cell = 0;
  let [before, current] = [0, 0];
  const used = (at: number, previous: number, now: number) => previous * (1 - (at % windowMs) / windowMs) + now;
  return (now) => {
    const here = Math.floor(now / windowMs);
    if (here !== cell) [before, current, cell] = [here === cell + 1 ? current : 0, 0, here];
    const admitted = used(now, before, current) + 1 <= limit + 1e-9;
    if (admitted) current += 1;
    const end = (cell + 1) * windowMs;
    const resetAt = reset === 'grid' ? end : current > 0 ? end + windowMs : end;
    // Either the older cell loses enough weight within this cell, or this cell does within the next one.
    const room = limit - 1 - current;
    const inThis = room < 0 ? Infinity : cell * windowMs + (before === 0 ? 0 : 1 - room / before) * windowMs;
    const inNext = end + (current === 0 ? 0 : Math.max(0, 1 - (limit - 1) / current)) * windowMs;
    const freeAt = Math.max(now, inThis < end ? inThis : inNext) + 1;
    return { admitted, remaining: Math.max(0, Math.floor(limit - used(now, before, current) + 1e-9)), resetAt, freeAt };
  };
};

/** Several cells per window; the oldest is weighted by its part inside the window. Reset is the moment at which the newest has expired. */
export const cellCounter = ({ limit, windowMs, steps }: Quota): Limiter => {
  const cellMs = windowMs / steps;
  const counts = new Map<number, number>();
  const used = (at: number): number => {
    const oldest = Math.floor(at / cellMs) - steps;
    let sum = 0;
    for (const [cell, count] of counts)
      sum += cell > oldest ? count : cell === oldest ? count * (1 - (at % cellMs) / cellMs) : 0;
    return sum;
  };
  return (now) => {
    const here = Math.floor(now / cellMs);
    for (const cell of counts.keys()) if (cell < here - steps) counts.delete(cell);
    const before = used(now);
    const admitted = before + 1 <= limit + 1e-9;
    if (admitted) counts.set(here, (counts.get(here) ?? 0) + 1);
    const resetAt = counts.size === 0 ? now : (Math.max(...counts.keys()) + 1) * cellMs + windowMs;
    let freeAt = now;
    while (freeAt < resetAt && used(freeAt) + 1 > limit) freeAt += windowMs / 600;
    const remaining = Math.max(0, Math.floor(limit - used(now) + 1e-9));
    return { admitted, remaining, resetAt, freeAt: Math.min(freeAt, resetAt) };
  };
};

/** A log that writes down the cell of a request instead of its moment, so that the requests of a cell expire together. Reset names the next such moment. */
export const cellLog = ({ limit, windowMs, steps }: Quota): Limiter => {
  const cellMs = windowMs / Math.max(8, steps);
  const log: number[] = [];
  return (now) => {
    while ((log[0] ?? now) <= now - windowMs) log.shift();
    const admitted = log.length < limit;
    if (admitted) log.push(Math.floor(now / cellMs) * cellMs);
    const freeAt = (log[0] ?? now) + windowMs;
    return { admitted, remaining: limit - log.length, resetAt: freeAt, freeAt };
  };
};

export const tokenBucket = ({ limit, windowMs, prolongs }: Quota): Limiter => {
  const rate = limit / windowMs;
  let tokens = limit;
  let last = -Infinity;
  return (now) => {
    if (last > -Infinity) tokens = Math.min(limit, tokens + (now - last) * rate);
    last = now;
    const admitted = tokens >= 1 - 1e-9;
    if (admitted) tokens = Math.max(0, tokens - 1);
    else if (prolongs) tokens -= 0.5;
    const freeAt = now + Math.max(0, 1 - tokens) / rate;
    return {
      admitted,
      remaining: Math.max(0, Math.floor(tokens + 1e-9)),
      resetAt: now + (limit - tokens) / rate,
      freeAt,
    };
  };
};

/** A timer refills the bucket in steps. */
export const stepBucket = ({ limit, windowMs, prolongs, steps }: Quota): Limiter => {
  const stepMs = windowMs / steps;
  const perStep = limit / steps;
  let tokens = limit;
  let last = -Infinity;
  return (now) => {
    const step = Math.floor(now / stepMs);
    if (last > -Infinity) tokens = Math.min(limit, tokens + (step - last) * perStep);
    last = step;
    const admitted = tokens >= 1 - 1e-9;
    if (admitted) tokens = Math.max(0, tokens - 1);
    else if (prolongs) tokens -= 0.5;
    const when = (wanted: number) => (step + Math.ceil(Math.max(0, wanted - tokens) / perStep - 1e-9)) * stepMs;
    return {
      admitted,
      remaining: Math.max(0, Math.floor(tokens + 1e-9)),
      resetAt: Math.max(now, when(limit)),
      freeAt: Math.max(now, when(1)),
    };
  };
};

export const gcra = ({ limit, windowMs, prolongs }: Quota): Limiter => {
  const interval = windowMs / limit;
  let arrival = -Infinity;
  return (now) => {
    const next = Math.max(arrival, now) + interval;
    const admitted = now + 1e-3 * interval >= next - limit * interval;
    if (admitted || prolongs) arrival = next;
    const kept = Math.max(arrival, now);
    const freeAt = Math.max(now, kept + interval - limit * interval);
    return {
      admitted,
      remaining: Math.max(0, Math.floor((now + limit * interval - kept) / interval + 1e-3)),
      resetAt: kept,
      freeAt,
    };
  };
};
