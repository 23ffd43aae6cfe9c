/** Requests that follow the refusals of the burst, at most: enough for a service that bans at all to be seen doing it. */
export const INSISTED = 30;

/** A modest pace: what is looked for is a ban for asking again, not for asking fast. */
export const INSIST_EVERY_SECONDS = 1;
