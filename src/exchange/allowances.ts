/** Refusals after which a key is spared: each counts towards a ban (rule 5 of the specification). */
export const REFUSALS = 8;

/** Requests of other clients at unlucky moments that a verdict must withstand (one-bad-gateway). More would miss threefold-windows. */
export const OTHERS_ALLOWED = 3;

/** Milliseconds that are added to a wait, because a timer may fire early and clocks drift apart: the service is not blamed for it. */
export const TIMER_GUARD_MS = 50;

/** Milliseconds beyond a window that a wait for its limit may last: rounding, padding and travel (docs/limits.md). */
export const BEYOND_WINDOW_MS = 5_000;

/** One VU was measured to send a burst of this size in time; a larger one would prove nothing. */
export const LARGEST_BURST = 10_000;

/**
 * Requests of an experiment above the limit: 2 of the burst, 2 other operations, 1 half a window later, 1 before Reset, 2 recoveries, and
 * 1 half a window after Reset. The calibration counts towards the limit.
 */
export const ABOVE_LIMIT = 9;

/** Requests of a burst above the limit: a slot that came back meanwhile could admit the first one; two show more. */
export const ABOVE_BURST = 2;

/** A top-up sends at most this many more than the limit and those two. */
export const ABOVE_TOP_UP = 3;

/** Requests that wait for a fresh window, at most. With fewer, the end of an old window cannot be proven; more would be unnecessary. */
export const CALIBRATIONS = 3;
