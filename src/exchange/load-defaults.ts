/** Refusals after which a key is spared: each counts towards a ban (rule 5 of the specification). */
export const REFUSALS = 8;

/** One VU was measured to send a burst of this size in time; a larger one would prove nothing. */
export const LARGEST_BURST = 10_000;
