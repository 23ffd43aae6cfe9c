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
