export interface Quota {
  readonly limit: number;
  readonly windowMs: number;
}

export interface Decision {
  readonly admitted: boolean;
  readonly limit: number;
  /** After this request. */
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
interface Step<State> {
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

/** A limiter with a state of its own for each key. */
export const perKey =
  <State>(steps: (quota: Quota) => Step<State>): LimiterFactory =>
  (quota) => {
    const states = new Map<string, State>();
    const { start, take } = steps(quota);
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
