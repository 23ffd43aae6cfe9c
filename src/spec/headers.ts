/** Header names as in the specification and the RFCs. They are case-insensitive (RFC 9110 §5.1). */
export const HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
  retryAfter: 'Retry-After',
  contentType: 'Content-Type',
  sunset: 'Sunset',
  deprecation: 'Deprecation',
  link: 'Link',
  location: 'Location',
} as const;

export const RATE_HEADERS = [HEADERS.limit, HEADERS.remaining, HEADERS.reset] as const;

/** Reset has whole seconds, rounded down or up. */
export const RESET_ROUNDING_MS = 1_000;

/**
 * Milliseconds by which a moment in a header may be off, and two of them apart that mean the same, such as Date and Reset: each is rounded
 * by up to 1 s, up or down, and may be padded (needed for reset-rounded-down, reset-jitters and retry-after-as-date; a larger value would
 * miss half-windows and retry-after-a-whole-window).
 */
export const TWO_ROUNDINGS_MS = 2_000;
