/**
 * After this many refusals of a key, an experiment sends nothing new, because each can lead to a ban (rule 5 of the specification). Slow
 * requests in flight may be refused, too, if no header announced the limit (docs/limits.md).
 */
export const MAX_REFUSALS = 8;

/** How many requests of other clients a verdict tolerates (one-bad-gateway). A larger number would miss a fault (threefold-windows). */
export const OTHERS_ALLOWED = 3;

/** Milliseconds that are added to a wait, because a timer may fire early and clocks drift. The service is not blamed for either. */
export const TIMER_GUARD_MS = 50;

/** Milliseconds by which a wait for a limit may exceed its window: rounding, padding and latency (docs/limits.md). */
export const BEYOND_WINDOW_MS = 5_000;

/** The largest burst that one VU was measured to send in time. A larger one would prove nothing. */
export const MAX_BURST_REQUESTS = 10_000;

/**
 * Requests of an experiment above the limit: 2 of the burst, 2 other operations, 1 half a window later, 1 before Reset, 2 recoveries, and
 * 1 half a window after Reset. The calibration counts towards the limit.
 */
export const ABOVE_LIMIT = 9;

/** Requests of a burst above the limit. A slot that refilled meanwhile may admit the first one, so a second one is sent. */
export const ABOVE_BURST = 2;

/** Maximum requests that top-ups send beyond the limit and ABOVE_BURST. */
export const ABOVE_TOP_UP = 3;

/** Maximum requests that wait for a fresh window. Fewer cannot prove the end of an old window, and more are not needed. */
export const MAX_CALIBRATIONS = 3;
