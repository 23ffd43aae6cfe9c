export interface Quota {
  readonly limit: number;
  readonly windowMs: number;
}

export interface Decision {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The moment at which the complete limit is back if nothing more is sent. */
  readonly resetAtMs: number;
  /** Waiting this long is enough; 0 for an admitted request. */
  readonly retryAfterSeconds: number;
}

export interface Limiter {
  /** `cost` 0 reads without drawing. Refused requests do not count. `nowMs` never falls. */
  take(key: string, nowMs: number, cost?: number): Decision;
}

export type LimiterFactory = (quota: Quota) => Limiter;

/** Whole seconds, rounded up, for Retry-After. At least 1, since 0 would allow a request at once. */
export const secondsUntil = (atMs: number, nowMs: number): number => Math.max(1, Math.ceil((atMs - nowMs) / 1000));

/** What a limiter decides about one request of a key, whose state it may change. */
interface Algorithm<State> {
  readonly start: (nowMs: number) => State;
  readonly take: (
    state: State,
    nowMs: number,
    cost: number,
  ) => Omit<Decision, 'limit' | 'retryAfterSeconds'> & {
    /** When a request is admitted again. */
    readonly freeAtMs: number;
  };
}

export const perKey =
  <State>(algorithm: (quota: Quota) => Algorithm<State>): LimiterFactory =>
  (quota) => {
    const states = new Map<string, State>();
    const { start, take } = algorithm(quota);
    return {
      take: (key, nowMs, cost = 1) => {
        const state = states.get(key) ?? start(nowMs);
        states.set(key, state);
        const { freeAtMs, ...decision } = take(state, nowMs, cost);
        const retryAfterSeconds = decision.admitted ? 0 : secondsUntil(freeAtMs, nowMs);
        return { ...decision, limit: quota.limit, retryAfterSeconds };
      },
    };
  };

/** A counter that starts at zero in each window; `windowStart` returns the window of a moment. */
const fixedWindow = (windowStart: (nowMs: number, open: number, quota: Quota) => number) =>
  perKey((quota) => ({
    start: (): { start: number; used: number } => ({ start: -Infinity, used: 0 }),
    take: (window, nowMs, cost) => {
      const start = windowStart(nowMs, window.start, quota);
      if (start !== window.start) Object.assign(window, { start, used: 0 });
      const admitted = window.used + cost <= quota.limit;
      if (admitted) window.used += cost;
      const resetAtMs = start + quota.windowMs;
      return { admitted, remaining: quota.limit - window.used, resetAtMs, freeAtMs: resetAtMs };
    },
  }));

/** Windows are the same for every key: multiples of the window's length since 1970. */
export const windowOnClock = fixedWindow((nowMs, _open, { windowMs }) => nowMs - (nowMs % windowMs));

/** The window opens with a key's first request and closes a window's length later. */
export const windowFromFirst = fixedWindow((nowMs, open, { windowMs }) => (nowMs < open + windowMs ? open : nowMs));
