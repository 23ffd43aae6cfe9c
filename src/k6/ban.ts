/** Maximum requests after the refusals of the burst: enough to see a ban. */
export const INSISTED = 30;

/** Seconds between them: slow, to test a ban for repeated requests, not for fast ones. */
export const INSIST_EVERY_SECONDS = 1;
