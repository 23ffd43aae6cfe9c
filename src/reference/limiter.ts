export interface Policy {
  readonly limit: number;
  readonly windowMs: number;
}

export interface Decision {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the complete limit is available again if no request follows. */
  readonly resetAtMs: number;
  /** How long a client must wait; 0 for an admitted request. */
  readonly retryAfterSeconds: number;
}

/** Decides about a request. A `cost` of 0 uses no quota, and neither does a refused request. `nowMs` never decreases. */
export type Limiter = (key: string, nowMs: number, cost?: number) => Decision;

export type LimiterFactory = (limit: Policy) => Limiter;

/** Seconds for Retry-After, rounded up. At least 1, because 0 would allow a request at once. */
export const secondsUntil = (atMs: number, nowMs: number): number => Math.max(1, Math.ceil((atMs - nowMs) / 1000));

/** How a limiter decides about the requests of one key. `take` may change the state of the key. */
interface Algorithm<State> {
  readonly start: (nowMs: number) => State;
  readonly take: (
    state: State,
    nowMs: number,
    cost: number,
  ) => Omit<Decision, 'limit' | 'retryAfterSeconds'> & {
    /** When the next request is admitted. */
    readonly freeAtMs: number;
  };
}

/** Makes limiters that keep a state of an algorithm for each key. */
export const perKey =
  <State>(algorithm: (policy: Policy) => Algorithm<State>): LimiterFactory =>
  (policy) => {
    const states = new Map<string, State>();
    const { start, take } = algorithm(policy);
    return (key, nowMs, cost = 1) => {
      const state = states.get(key) ?? start(nowMs);
      states.set(key, state);
      const { freeAtMs, ...decision } = take(state, nowMs, cost);
      const retryAfterSeconds = decision.admitted ? 0 : secondsUntil(freeAtMs, nowMs);
      return { ...decision, limit: policy.limit, retryAfterSeconds };
    };
  };

/** A limiter with a counter that starts at zero in each window. @param windowStart returns the start of the window of a moment */
const fixedWindow = (windowStart: (nowMs: number, open: number, policy: Policy) => number) =>
  perKey((policy) => ({
    start: (): { start: number; used: number } => ({ start: -Infinity, used: 0 }),
    take: (window, nowMs, cost) => {
      const start = windowStart(nowMs, window.start, policy);
      if (start !== window.start) Object.assign(window, { start, used: 0 });
      const admitted = window.used + cost <= policy.limit;
      if (admitted) window.used += cost;
      const resetAtMs = start + policy.windowMs;
      return { admitted, remaining: policy.limit - window.used, resetAtMs, freeAtMs: resetAtMs };
    },
  }));

/** Fixed windows that are the same for every key: multiples of the window's length since 1970. */
export const windowOnClock = fixedWindow((nowMs, _open, { windowMs }) => nowMs - (nowMs % windowMs));

/** Fixed windows of each key: a window opens with the first request after the last window closed. */
export const windowFromFirst = fixedWindow((nowMs, open, { windowMs }) => (nowMs < open + windowMs ? open : nowMs));
