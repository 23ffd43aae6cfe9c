import { PLAN_TABLE, REMAINING_READING } from '../plans.ts';
import type { RequirementRow } from '../requirement.ts';

const every = {
  clause: 'Request rate',
  quote: 'Every API response carries these headers: `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`.',
} as const;
const reset = {
  clause: 'Request rate',
  quote: '`X-RateLimit-Reset` is a Unix timestamp that states when the limit resets.',
} as const;
const refusal = {
  clause: 'Request rate',
  quote: 'When a request exceeds the limit, the response is `429 Too Many Requests`.',
} as const;
const retryAfter = {
  clause: 'Request rate',
  quote: 'A 429 response carries a `Retry-After` header.',
} as const;
const wait = {
  clause: 'Request rate',
  quote: 'The client is to wait for the time it gives before retrying, and is to use exponential backoff.',
} as const;
const ban = {
  clause: 'Request rate',
  quote: 'Repeatedly sending requests after a 429 can lead to a temporary ban of the API key.',
} as const;

/** Judged for each plan with a key, from the records of k6 (`storecheck limits`, `run`): src/limiter. */
export const LIMIT = [
  {
    id: 'limit.admits-plan',
    level: 'must',
    title: "The limiter admits the plan's number of requests in a window",
    ...PLAN_TABLE,
  },
  {
    id: 'limit.rejects-excess',
    level: 'must',
    title: "The limiter never admits more than the plan's number in a window",
    ...PLAN_TABLE,
  },
  {
    id: 'limit.status',
    level: 'must',
    title: 'Refusals are 429, not another status and not a closed connection',
    ...refusal,
  },
  {
    id: 'limit.error-body',
    level: 'must',
    title: '429 has the Error body, application/json, status 429',
    clause: 'Errors',
    quote: 'Error responses carry the Error object (`code`, `message`, `status`).',
  },
  { id: 'limit.headers', level: 'must', title: '429 carries the three X-RateLimit headers', ...every },
  {
    id: 'limit.remaining-zero',
    level: 'must',
    title: 'A 429 for the limit per minute has Remaining 0',
    ...every,
    source: REMAINING_READING,
  },
  { id: 'limit.retry-after-present', level: 'must', title: '429 carries Retry-After', ...retryAfter },
  {
    id: 'limit.retry-after-syntax',
    level: 'must',
    title: 'Retry-After is a number of seconds or an HTTP-date (RFC 9110 §10.2.3)',
    ...retryAfter,
  },
  {
    id: 'limit.retry-after-sufficient',
    level: 'must',
    title: 'A request after the time in Retry-After is admitted',
    ...wait,
  },
  {
    id: 'limit.retry-after-reasonable',
    level: 'should',
    title: 'Retry-After is not longer than the rest of the window',
    ...wait,
    source: 'good practice: a client should not wait longer than the limit lasts',
  },
  {
    id: 'limit.retry-after-unit',
    level: 'must',
    title: 'A number in Retry-After means seconds, not milliseconds and not a timestamp',
    ...wait,
  },
  {
    id: 'limit.reset-true',
    level: 'must',
    title: 'The key is served again at Reset, and the complete limit is not back clearly before',
    ...reset,
  },
  { id: 'limit.reset-restores', level: 'observe', title: 'How much of the limit is back at Reset', ...reset },
  {
    id: 'limit.window-is-a-minute',
    level: 'must',
    title: 'The window is a minute (or the configured length)',
    ...PLAN_TABLE,
  },
  {
    id: 'limit.refill-rate',
    level: 'must',
    title: "Where quota comes back continuously, it comes back at the plan's number per window",
    ...PLAN_TABLE,
  },
  {
    id: 'limit.all-operations',
    level: 'must',
    title: 'An exhausted key is refused on list, create and get alike, and a refused create stores nothing',
    clause: 'Errors',
    quote: 'Rate limit exceeded (see Limits).',
    rows: ['| HTTP status | Condition | Operations |', '| 429 | Rate limit exceeded (see Limits). | any |'],
  },
  {
    id: 'limit.keys-independent',
    level: 'must',
    title: "Using one key leaves another customer's key untouched",
    ...PLAN_TABLE,
    source: "storecheck's reading: a plan gives its requests to each customer",
  },
  {
    id: 'limit.no-server-error',
    level: 'must',
    title: 'No 5xx while the limit is exhausted',
    clause: '1. List animals',
    quote: '200: body is a JSON array of Animal objects (a paginated list).',
    source: "storecheck's reading: no operation lists a 5xx among its responses",
  },
  {
    id: 'limit.sustained',
    level: 'must',
    title: "Requests paced at the plan's rate for a complete window get no 429 (only with --sustain)",
    ...PLAN_TABLE,
  },
  {
    id: 'limit.daily',
    level: 'must',
    title: "The limiter admits the plan's number per day and refuses the next request (only with --daily)",
    ...PLAN_TABLE,
  },
  {
    id: 'limit.algorithm',
    level: 'observe',
    title: 'Fixed from first request, fixed on the clock, sliding, or continuous refill',
    ...reset,
  },
  { id: 'limit.rejects-count', level: 'observe', title: 'Whether refused requests extend the wait', ...ban },
  {
    id: 'limit.ban',
    level: 'observe',
    title: 'What happens to a key that keeps sending after 429',
    ...ban,
    retired: 'Observing a ban costs a customer key, and no verdict used the observation',
  },
] as const satisfies readonly RequirementRow[];
