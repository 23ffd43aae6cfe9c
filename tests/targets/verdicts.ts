/** Requirements that fail; those that are not named do not. */
export interface Failing {
  readonly musts: readonly string[];
  readonly shoulds?: readonly string[];
}

/** What must come out for one target. */
export interface Row {
  readonly target: string;
  readonly check: Failing;
  readonly limits: Failing;
  /** Why, and where this differs from what is known of the library (rules of the document: R1 headers, R2 Reset, R3 429, R4 Retry-After). */
  readonly why: string;
}

const HOLDS: Failing = { musts: [] };

export const ROWS: readonly Row[] = [
  {
    target: 'express-rate-limit',
    check: HOLDS,
    limits: HOLDS,
    why: 'R1 to R4 hold. It counts by address unless told otherwise; here it counts by key, or the keys would not be independent.',
  },
  {
    target: 'express-rate-limit after auth',
    check: { musts: ['rate.headers-present'] },
    limits: HOLDS,
    why: 'R1 fails on 401, which never comes to the limiter.',
  },
  {
    target: 'express-rate-limit draft-8',
    check: { musts: ['rate.headers-present'] },
    limits: { musts: ['limit.headers', 'rate.headers-present'] },
    why: 'R1 fails, and with it R2, for which nothing is left to look at: what is absent is one finding, and Reset inconclusive. Retry-After stays.',
  },
  {
    target: 'express-rate-limit no headers',
    check: { musts: ['rate.headers-present'] },
    limits: { musts: ['limit.headers', 'limit.retry-after-present', 'rate.headers-present'] },
    why: 'R1 and R4 fail: without headers of either kind the library leaves Retry-After out too.',
  },
  {
    target: 'express-rate-limit raw header',
    check: { musts: ['rate.remaining-counts-down'] },
    limits: HOLDS,
    why: 'The check writes the scheme in lower case once, and this limiter counts that spelling separately: one key has its limit twice.',
  },
  {
    target: 'express-rate-limit as shipped',
    check: HOLDS,
    limits: { musts: ['limit.error-body', 'limit.keys-independent'] },
    why: 'No Error body by default. One counter for an address is advisory by what is known of it; the limits depend on the plan of the key, so here it is a must.',
  },
  {
    target: '@fastify/rate-limit',
    check: { musts: ['rate.reset-unix-seconds'] },
    limits: { musts: ['limit.reset-true', 'rate.reset-unix-seconds'] },
    why: 'R2 fails: Reset is a delta, which as a timestamp lies in 1970. R1 is lost only on paths without a route; the document lists none of them, so they are not judged, and the 404 of a listed path has its headers.',
  },
  {
    target: '@fastify/rate-limit ban',
    check: { musts: ['rate.reset-unix-seconds'] },
    limits: { musts: ['limit.reset-true', 'rate.reset-unix-seconds'] },
    why: 'R3 holds: 429 comes first, and 403 after it is the ban of rule 5. R4 holds by its source; here it is inconclusive, because what a banned key is answered proves nothing about a wait.',
  },
  {
    target: '@fastify/rate-limit repaired',
    check: HOLDS,
    limits: HOLDS,
    why: 'Its count is right: with the headers written by hand everything holds.',
  },
  {
    target: '@fastify/rate-limit prolonging',
    check: HOLDS,
    limits: HOLDS,
    why: 'Each refusal says the new, later moment, and keeps it: the document allows that.',
  },
  {
    target: '@fastify/rate-limit backing off',
    check: HOLDS,
    limits: { musts: ['limit.reset-true'], shoulds: ['limit.retry-after-reasonable'] },
    why: 'Not known before: its store in memory says a wait that doubles (24, 48, 96 s) but forgets the caller after the plain window, so that Reset is false.',
  },
  {
    target: 'koa-ratelimit',
    check: { musts: [], shoulds: ['rate.reset-integer'] },
    limits: { musts: ['limit.retry-after-sufficient'], shoulds: ['rate.reset-integer'] },
    why: 'R4 fails: Retry-After is rounded down, too short and then 0. Reset has a fraction. What it does with Redis needs a Redis and is not run.',
  },
  {
    target: 'koa-ratelimit repaired',
    check: HOLDS,
    limits: HOLDS,
    why: 'Its count is right: with both numbers rounded up everything holds.',
  },
  {
    target: 'hono-rate-limiter',
    check: { musts: ['rate.headers-present'] },
    limits: { musts: ['limit.headers', 'rate.headers-present'] },
    why: 'R1 fails, and with it R2: headers of draft 6 are no substitute. As with draft 8 of express-rate-limit, Reset is then inconclusive.',
  },
  {
    target: 'hono-rate-limiter repaired',
    check: HOLDS,
    limits: HOLDS,
    why: 'Its count is right: with the three headers beside its own everything holds.',
  },
];
