/** A sentence by which the document leaves something open: observed by requirements, or not looked at, with the reason. */
export interface OpenPoint {
  readonly quote: string;
  readonly observedBy?: readonly string[];
  readonly reason?: string;
}

export const OPEN_POINTS: readonly OpenPoint[] = [
  { quote: 'No default is stated for a missing status.', observedBy: ['create.default-status'] },
  {
    quote: 'Category record fields: not shown',
    reason: 'no operation on categories is listed; which ids a deployment knows is configuration (--categories)',
  },
  {
    quote: 'Transitions: not shown.',
    reason: 'no operation that changes a status is listed, so nothing can provoke one',
  },
  {
    quote: 'Pagination controls other than `limit` (page token, offset, cursor, total count): not shown.',
    observedBy: ['list.pagination', 'list.order', 'list.unknown-parameter'],
  },
  {
    quote: 'its parameters, payloads and responses are not shown',
    reason: 'what cannot be checked is not asked for: GET /store/orders may show real orders',
  },
  { quote: 'Any further operations on the store or on categories: not shown.', observedBy: ['auth.unknown-path'] },
  {
    quote: 'How a key is obtained, its lifetime, or per-operation permissions: not shown.',
    reason: 'keys are given to storecheck; a 401 or 403 for a good key on one operation is a breach of that operation',
  },
  { quote: 'Events, webhooks or notifications: not shown.', reason: 'nothing to receive is described' },
  { quote: 'The set of values that `code` can take: not shown.', observedBy: ['error.codes'] },
  {
    quote: 'Behaviour for an out-of-range `limit` or an unknown `status` filter value: not shown.',
    observedBy: ['list.limit-out-of-range', 'list.status-unknown'],
  },
  { quote: 'How a key is tied to a plan: not shown.', observedBy: ['rate.counts-unauthorized'] },
  {
    quote: 'The unit and format of `Retry-After`: not shown.',
    reason: 'RFC 9110 §10.2.3 gives both; judged by the limits part, which provokes a 429',
  },
  {
    quote: 'Rules for introducing later versions and the notice given before other removals: not shown.',
    reason: 'about documents to come, not about a deployed service',
  },
];
