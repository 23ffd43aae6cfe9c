import type { RequirementRow } from '../requirement.ts';

const ok = {
  clause: '1. List animals',
  quote: '200: body is a JSON array of Animal objects (a paginated list).',
} as const;
const limit = { clause: '1. List animals', quote: 'Maximum number of animals returned.' } as const;
const filter = { clause: '1. List animals', quote: 'Filter by availability status.' } as const;
const page = { clause: 'Page size', quote: '`GET /pets` `limit`: integer from 1 to 100; default 20.' } as const;
const id = { clause: 'Animal (schema `Pet`)', quote: 'An animal is the creation payload plus an identifier.' } as const;
const parameters = {
  clause: '1. List animals',
  quote: 'Query parameters:',
  rows: [
    '| Name | Type | Required | Constraints | Default | Meaning |',
    '| limit | integer | no | minimum 1, maximum 100 | 20 | Maximum number of animals returned. |',
    '| status | string (`PetStatus`) | no | one of `available`, `pending`, `sold` | none | Filter by availability status. |',
  ],
} as const;
const open = {
  clause: 'Errors',
  quote: 'Behaviour for an out-of-range `limit` or an unknown `status` filter value: not shown.',
} as const;
const controls = {
  clause: '1. List animals',
  quote: 'Pagination controls other than `limit` (page token, offset, cursor, total count): not shown.',
} as const;

export const LIST = [
  { id: 'list.ok', level: 'must', title: 'GET /pets with a valid key: 200 with a JSON array', ...ok },
  {
    id: 'list.schema',
    level: 'must',
    title: 'Every item has id (int64), name (string), categoryId (int64) and, if present, one of the three statuses',
    ...ok,
  },
  {
    id: 'list.default-limit',
    level: 'must',
    title: 'Without `limit`, at most 20 animals, and as many as with `limit=20`',
    ...page,
  },
  { id: 'list.limit-honoured', level: 'must', title: 'Never more animals than `limit`', ...limit },
  { id: 'list.limit-minimum', level: 'must', title: '`limit=1` is accepted with 200', ...page },
  { id: 'list.limit-maximum', level: 'must', title: '`limit=100` is accepted with 200', ...page },
  {
    id: 'list.never-above-maximum',
    level: 'must',
    title: 'No 200 has more than 100 animals, whatever `limit` was sent',
    ...page,
  },
  {
    id: 'list.status-filter.available',
    level: 'must',
    title: '`status=available`: 200, and every animal is available',
    ...filter,
  },
  {
    id: 'list.status-filter.pending',
    level: 'must',
    title: '`status=pending`: 200, and every animal is pending',
    ...filter,
  },
  { id: 'list.status-filter.sold', level: 'must', title: '`status=sold`: 200, and every animal is sold', ...filter },
  {
    id: 'list.status-filter-complete',
    level: 'must',
    title: 'An animal known to have a status is in the list for that status, unless that list is a full page',
    ...filter,
  },
  {
    id: 'list.status-with-limit',
    level: 'must',
    title: '`status` and `limit` are both obeyed when sent together',
    ...parameters,
  },
  { id: 'list.unique-ids', level: 'must', title: 'No list contains an id twice', ...id },
  {
    id: 'list.shows-created',
    level: 'must',
    title: 'A created animal is in the list within the settle time, unless the page is full',
    ...ok,
  },
  {
    id: 'list.agrees-with-created',
    level: 'must',
    title: 'An animal in a list has the name, categoryId and status it was created with',
    ...id,
  },
  {
    id: 'list.consistent',
    level: 'must',
    title: 'Unfiltered lists, filtered lists and single reads show the same animals with the same fields',
    ...id,
    source: "storecheck's reading: every list and single read shows the same animal",
  },
  {
    id: 'list.fills-page',
    level: 'should',
    title: 'A list contains all animals known to match, up to `limit`',
    ...limit,
    source: 'good practice: a page is filled up to `limit`, also with a filter',
  },
  {
    id: 'list.limit-out-of-range',
    level: 'observe',
    title: 'The response to `limit` 101 and abc',
    ...open,
  },
  { id: 'list.status-unknown', level: 'observe', title: 'The response to an unknown status', ...open },
  { id: 'list.order', level: 'observe', title: 'The order of the list', ...controls },
  { id: 'list.pagination', level: 'observe', title: 'Link, cursor, total or next-page headers', ...controls },
  { id: 'list.unknown-parameter', level: 'observe', title: 'The response to an unknown query parameter', ...controls },
] as const satisfies readonly RequirementRow[];
