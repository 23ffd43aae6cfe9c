/** Refusals after which a key is spared: each counts towards a ban (rule 5 of the specification). */
export const REFUSALS = 8;

/** One VU was measured to send a burst of this size in time; a larger one would prove nothing. */
export const LARGEST_BURST = 10_000;

/**
 * Requests of an experiment above the limit, which its calibration counts towards: 2 of the burst, 2 other operations, 1 half a window later,
 * 1 before Reset, 2 recoveries, 1 half a window after Reset.
 */
export const ABOVE_LIMIT = 9;

/** A slot that came back meanwhile could admit the first request above the limit; two show more. */
export const BEYOND = 2;

/** A top-up sends at most this many more than the limit and those two. */
export const MARGIN = 3;
