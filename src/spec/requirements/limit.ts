import { PLAN_TABLE, REMAINING_READING } from '../plans.ts';
import { must, observe, should, under } from '../requirement.ts';
import { body } from './every-response.ts';
import { every, requestRate, reset } from './rate.ts';

const refusal = requestRate('When a request exceeds the limit, the response is `429 Too Many Requests`.');
const retryAfter = requestRate('A 429 response carries a `Retry-After` header.');
const wait = requestRate(
  'The client is to wait for the time it gives before retrying, and is to use exponential backoff.',
);
const form = { source: "storecheck's reading: the unit and format are those of RFC 9110 §10.2.3, seconds or a date" };
const ban = requestRate('Repeatedly sending requests after a 429 can lead to a temporary ban of the API key.');

/** Judged for each plan with a key, from the records of k6 (`storecheck limits`, `run`): src/limiter. */
export const LIMIT = [
  must('limit.admits-plan', "The limiter admits the plan's number of requests in a window", PLAN_TABLE),
  must('limit.rejects-excess', "The limiter never admits more than the plan's number in a window", PLAN_TABLE),
  must('limit.status', 'Refusals are 429, not another status and not a closed connection', refusal),
  must('limit.error-body', '429 has the Error body, application/json, status 429', body),
  must('limit.headers', '429 carries the three X-RateLimit headers', every),
  must('limit.remaining-zero', 'A 429 for the limit per minute has Remaining 0', every, { source: REMAINING_READING }),
  must('limit.retry-after-present', '429 carries Retry-After', retryAfter),
  must('limit.retry-after-syntax', 'Retry-After is a number of seconds or an HTTP-date', retryAfter, form),
  must('limit.retry-after-sufficient', 'A request after the time in Retry-After is admitted', wait),
  should('limit.retry-after-reasonable', 'Retry-After is not longer than the rest of the window', wait, {
    source: 'good practice: a client should not wait longer than the limit lasts',
  }),
  must('limit.retry-after-unit', 'A number in Retry-After means seconds, not milliseconds or a timestamp', wait, form),
  must(
    'limit.reset-true',
    'The key is served again at Reset, and the complete limit is not back clearly before',
    reset,
  ),
  observe('limit.reset-restores', 'How much of the limit is back at Reset', reset),
  must('limit.window-is-a-minute', 'The window is a minute (or the configured length)', PLAN_TABLE),
  must(
    'limit.refill-rate',
    "Where quota comes back continuously, it comes back at the plan's number per window",
    PLAN_TABLE,
  ),
  must(
    'limit.all-operations',
    'An exhausted key is refused on list, create and get alike, and a refused create stores nothing',
    {
      clause: 'Errors',
      quote: 'Rate limit exceeded (see Limits).',
      rows: ['| HTTP status | Condition | Operations |', '| 429 | Rate limit exceeded (see Limits). | any |'],
    },
  ),
  must('limit.keys-independent', "Using one key leaves another customer's key untouched", PLAN_TABLE, {
    source: "storecheck's reading: a plan gives its requests to each customer",
    option: '--second-key free=…',
  }),
  must(
    'limit.no-server-error',
    'No 5xx while the limit is exhausted',
    under('1. List animals')('200: body is a JSON array of Animal objects (a paginated list).'),
    { source: "storecheck's reading: no operation lists a 5xx among its responses" },
  ),
  must(
    'limit.sustained',
    "Requests paced at the plan's rate for a complete window get no 429 (only with --sustain)",
    PLAN_TABLE,
    { option: '--sustain' },
  ),
  must(
    'limit.daily',
    "The limiter admits the plan's number per day and refuses the next request (only with --daily)",
    PLAN_TABLE,
    { option: '--daily free=…' },
  ),
  observe('limit.algorithm', 'Fixed from first request, fixed on the clock, sliding, or continuous refill', reset),
  observe('limit.rejects-count', 'Whether refused requests extend the wait', ban),
];

export type LimitRequirementId = (typeof LIMIT)[number]['id'];

/** The ids of `limit.*`, in the order of the catalogue. */
export const LIMIT_REQUIREMENTS: readonly LimitRequirementId[] = LIMIT.map(({ id }) => id);

export const RETIRED = [
  observe('limit.ban', 'What happens to a key that keeps sending after 429', ban, {
    retired: 'Observing a ban costs a customer key, and no verdict used the observation',
  }),
];

const OBJECTIVES = { ...PLAN_TABLE, source: "the objectives are yours, not the specification's" };

/** Measured by `storecheck capacity` against stated objectives, at the peak that the plans' limits lead to: src/capacity. */
export const CAPACITY = [
  must('capacity.offered-load', 'The load of the projected peak was offered completely', PLAN_TABLE),
  must('capacity.latency', 'p50, p95 and p99 are within the stated objectives at the projected peak', OBJECTIVES),
  must('capacity.errors', 'The share of errors is within the stated objective at the projected peak', OBJECTIVES),
  observe(
    'capacity.headroom',
    'The highest step within the objectives, as a multiple of the projected peak',
    PLAN_TABLE,
  ),
];
