/** Ends the evidence where a refill is excluded, but no kind of window. */
export const LOOK_ALIKE = 'fixed and sliding windows look alike';
