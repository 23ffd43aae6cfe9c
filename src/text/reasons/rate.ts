/** Reasons of the rate-limit headers. */
export const RATE_REASONS = {
  'no-response-seen': 'no response was recorded',
  'fewer-than-5-resets': 'fewer than 5 X-RateLimit-Reset headers were returned',
  'reset-seen-too-briefly':
    'no window showed X-RateLimit-Reset over 2 s or more, so whether it moves is not determined',
  'reset-without-date':
    'X-RateLimit-Reset does not fit the local clock, and without a Date header the clock of the server is unknown',
  'reset-beyond-window':
    'X-RateLimit-Reset is {seconds} s ahead, more than a window: that of a sliding counter moves, and no later one was returned',
  'no-remaining-pair':
    'no two responses in a row showed X-RateLimit-Remaining for the same operation within one window',
  'no-remaining-across-operations':
    'fewer than 2 operations showed X-RateLimit-Remaining one after the other within one window',
  'counted-apart-from': 'they do not draw on the counter of {others}',
  'remaining-never-fell':
    'X-RateLimit-Remaining never fell between two requests; a limiter that refills as fast as requests arrive explains it: use the key of a smaller plan (--plan free)',
  'remaining-began-anew':
    'X-RateLimit-Remaining restarted once, between requests {before} and {after}: a restart that lost its counts would explain it',
  'sliding-window-expiry':
    'X-RateLimit-Remaining fell by less than was sent; earlier use of the key that left a sliding window would explain it: wait a minute and run again',
  'remaining-fell-irregularly':
    'X-RateLimit-Remaining fell by {fall} between requests {before} and {after}, but only sometimes: another client may use this key',
  'remaining-rose-irregularly':
    'X-RateLimit-Remaining rose by {rise} between requests {before} and {after}, but only sometimes: another client may use this key',
  'remaining-fell-less-together':
    'X-RateLimit-Remaining fell by only {fall} over {sent} requests, most of them simultaneous, between requests {before} and {after}',
  'alternating-client': '{violation}: another client whose requests alternate with those of this run would explain it',
  'no-request-without-key':
    'no request without the key lies between two responses of one window that showed its X-RateLimit-Remaining',
} as const;
