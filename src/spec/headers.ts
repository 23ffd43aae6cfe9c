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
