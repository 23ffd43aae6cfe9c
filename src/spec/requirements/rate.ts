import { PLAN_TABLE, REMAINING_READING } from '../plans.ts';
import { must, observe, should, under } from '../requirement.ts';

export const requestRate = under('Request rate');
export const every = requestRate(
  'Every API response carries these headers: `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`.',
);
const remaining = { ...every, source: REMAINING_READING };
export const reset = requestRate('`X-RateLimit-Reset` is a Unix timestamp that states when the limit resets.');
const open = requestRate('How a key is tied to a plan: not shown.');

export const RATE = [
  must('rate.headers-present', 'X-RateLimit-Limit, -Remaining and -Reset on every response', every),
  must('rate.single-integer', 'Each of the three is one field line with one non-negative integer', every, {
    source: "storecheck's reading: a number of requests and a Unix timestamp are integers",
  }),
  should('rate.reset-integer', 'X-RateLimit-Reset has no fraction', reset, {
    source: 'good practice: a Unix timestamp is a whole number of seconds',
  }),
  must('rate.limit-matches-plan', "Limit equals the plan's limit per minute or per day", PLAN_TABLE),
  must('rate.remaining-in-range', '0 ≤ Remaining ≤ Limit', remaining),
  must(
    'rate.remaining-counts-down',
    'Within one window, Remaining falls by one per request sent with the key',
    remaining,
  ),
  must('rate.counts-every-operation', 'list, create and get share one counter', PLAN_TABLE, {
    source: "storecheck's reading: the limit is that of a plan, not of an operation",
  }),
  must('rate.reset-unix-seconds', 'Reset reads as seconds since 1970', reset),
  must('rate.reset-in-window', "Reset is between now and one window from now, by the server's clock", reset),
  observe(
    'rate.counts-unauthorized',
    'Whether a 401 counts against the quota of a key, and which limit it shows',
    open,
  ),
  observe('rate.draft-headers', 'IETF RateLimit fields in addition to the required ones', every),
  observe('rate.window-style', 'Reset constant within a window, or moving', reset),
];
