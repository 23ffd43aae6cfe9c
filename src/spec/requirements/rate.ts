import { PLAN_TABLE, REMAINING_READING } from '../plans.ts';
import type { RequirementRow } from '../requirement.ts';

const every = {
  clause: 'Request rate',
  quote: 'Every API response carries these headers: `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`.',
} as const;
const remaining = { ...every, source: REMAINING_READING } as const;
const reset = {
  clause: 'Request rate',
  quote: '`X-RateLimit-Reset` is a Unix timestamp that states when the limit resets.',
} as const;
const open = { clause: 'Request rate', quote: 'How a key is tied to a plan: not shown.' } as const;

export const RATE = [
  {
    id: 'rate.headers-present',
    level: 'must',
    title: 'X-RateLimit-Limit, -Remaining and -Reset on every response',
    ...every,
  },
  {
    id: 'rate.single-integer',
    level: 'must',
    title: 'Each of the three is one field line with one non-negative integer',
    ...every,
    source: "storecheck's reading: a number of requests and a Unix timestamp are integers",
  },
  {
    id: 'rate.reset-integer',
    level: 'should',
    title: 'X-RateLimit-Reset has no fraction',
    ...reset,
    source: 'good practice: a Unix timestamp is a whole number of seconds',
  },
  {
    id: 'rate.limit-matches-plan',
    level: 'must',
    title: "Limit equals the plan's limit per minute or per day",
    ...PLAN_TABLE,
  },
  { id: 'rate.remaining-in-range', level: 'must', title: '0 ≤ Remaining ≤ Limit', ...remaining },
  {
    id: 'rate.remaining-counts-down',
    level: 'must',
    title: 'Within one window, Remaining falls by one per request sent with the key',
    ...remaining,
  },
  {
    id: 'rate.counts-every-operation',
    level: 'must',
    title: 'list, create and get share one counter: the limit is per plan, not per operation',
    ...PLAN_TABLE,
  },
  { id: 'rate.reset-unix-seconds', level: 'must', title: 'Reset reads as seconds since 1970', ...reset },
  {
    id: 'rate.reset-in-window',
    level: 'must',
    title: "Reset is between now and one window from now, by the server's clock",
    ...reset,
  },
  {
    id: 'rate.counts-unauthorized',
    level: 'observe',
    title: 'Whether a 401 counts against the quota of a key, and which limit it shows',
    ...open,
  },
  {
    id: 'rate.draft-headers',
    level: 'observe',
    title: 'IETF RateLimit fields in addition to the required ones',
    ...every,
  },
  { id: 'rate.window-style', level: 'observe', title: 'Reset constant within a window, or moving', ...reset },
] as const satisfies readonly RequirementRow[];
