/** A sentence by which the specification leaves something open: observed by requirements, or not tested, with the reason. */
export interface OpenPoint {
  readonly quote: string;
  readonly observedBy?: readonly string[];
  readonly reason?: string;
}

export const OPEN_POINTS: readonly OpenPoint[] = [
  { quote: 'No default is stated for a missing status.', observedBy: ['create.default-status'] },
  {
    quote: 'Category record fields: not shown',
    reason: 'no operation on categories is listed; the ids of a deployment are configured (categories of the target)',
  },
  {
    quote: 'Transitions: not shown.',
    reason: 'no listed operation changes a status, so no request can cause a transition',
  },
  {
    quote: 'Pagination controls other than `limit` (page token, offset, cursor, total count): not shown.',
    observedBy: ['list.pagination', 'list.order', 'list.unknown-parameter'],
  },
  {
    quote: 'its parameters, payloads and responses are not shown',
    reason: 'a response could not be judged, and GET /store/orders may return real orders',
  },
  { quote: 'Any further operations on the store or on categories: not shown.', observedBy: ['auth.unknown-path'] },
  {
    quote: 'How a key is obtained, its lifetime, or per-operation permissions: not shown.',
    reason: 'keys are configured; a 401 or 403 for a valid key is a violation of that operation',
  },
  { quote: 'Events, webhooks or notifications: not shown.', reason: 'the specification describes none' },
  { quote: 'The set of values that `code` can take: not shown.', observedBy: ['error.codes'] },
  {
    quote: 'Behaviour for an out-of-range `limit` or an unknown `status` filter value: not shown.',
    observedBy: ['list.limit-out-of-range', 'list.status-unknown'],
  },
  { quote: 'How a key is tied to a plan: not shown.', observedBy: ['rate.counts-unauthorized'] },
  {
    quote: 'The unit and format of `Retry-After`: not shown.',
    reason: 'RFC 9110 §10.2.3 defines both; storecheck limits judges them, because it causes a 429',
  },
  {
    quote: 'Rules for introducing later versions and the notice given before other removals: not shown.',
    reason: 'about future versions, not about a deployed service',
  },
];
