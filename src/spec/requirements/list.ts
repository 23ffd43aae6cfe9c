import { PET_STATUSES } from '../operations.ts';
import { must, observe, should, under } from '../requirement.ts';
import { CREATES } from './create.ts';

const LISTS = ['list.maximum', ...PET_STATUSES.map((status) => `list.status-${status}`), 'list.status-whole'];
const lists = under('1. List animals');
const ok = lists('200: body is a JSON array of Animal objects (a paginated list).');
const limit = lists('Maximum number of animals returned.');
const filter = lists('Filter by availability status.');
const parameters = {
  ...lists('Query parameters:'),
  rows: [
    '| Name | Type | Required | Constraints | Default | Meaning |',
    '| limit | integer | no | minimum 1, maximum 100 | 20 | Maximum number of animals returned. |',
    '| status | string (`PetStatus`) | no | one of `available`, `pending`, `sold` | none | Filter by availability status. |',
  ],
};
const page = under('Page size')('`GET /pets` `limit`: integer from 1 to 100; default 20.');
const id = under('Animal (schema `Pet`)')('An animal is the creation payload plus an identifier.');
const open = under('Errors')('Behaviour for an out-of-range `limit` or an unknown `status` filter value: not shown.');
const controls = lists('Pagination controls other than `limit` (page token, offset, cursor, total count): not shown.');

export const LIST = [
  must('list.ok', 'GET /pets with a valid key: 200 with a JSON array', ok, {
    stimuli: ['list.minimum', 'list.maximum', 'list.default', 'list.forwarded'],
  }),
  must(
    'list.schema',
    'Every item has id (int64), name (string), categoryId (int64) and, if present, one of the three statuses',
    ok,
  ),
  must('list.default-limit', 'Without `limit`, at most 20 animals, and as many as with `limit=20`', page, {
    stimuli: ['list.default', 'list.twenty', 'list.fill-*', ...LISTS],
    inconclusiveCode: 'no-bare-list',
  }),
  must('list.limit-honoured', 'Never more animals than `limit`', limit),
  must('list.limit-minimum', '`limit=1` is accepted with 200', page, { stimuli: ['list.minimum'] }),
  must('list.limit-maximum', '`limit=100` is accepted with 200', page, { stimuli: ['list.maximum'] }),
  must('list.never-above-maximum', 'No 200 has more than 100 animals, whatever `limit` was sent', page),
  ...PET_STATUSES.map((status) =>
    must(`list.status-filter.${status}`, `\`status=${status}\`: 200, and every animal is ${status}`, filter, {
      stimuli: [`list.status-${status}`],
    }),
  ),
  must(
    'list.status-filter-complete',
    'An animal known to have a status is in the list for that status, unless that list is a full page',
    filter,
    { stimuli: LISTS, inconclusiveCode: 'no-known-animal-filtered' },
  ),
  must('list.status-with-limit', '`status` and `limit` are both obeyed when sent together', parameters, {
    stimuli: ['list.status-with-limit', 'list.maximum'],
  }),
  must('list.unique-ids', 'No list contains an id twice', id),
  must('list.shows-created', 'A created animal is in the list within the settle time, unless the page is full', ok, {
    creates: true,
    stimuli: [...CREATES, 'list.maximum'],
    inconclusiveCode: 'nothing-created',
  }),
  must('list.agrees-with-created', 'An animal in a list has the name, categoryId and status it was created with', id, {
    creates: true,
    stimuli: [...CREATES, ...LISTS],
    inconclusiveCode: 'created-in-no-list',
  }),
  must(
    'list.consistent',
    'Unfiltered lists, filtered lists and single reads show the same animals with the same fields',
    id,
    {
      source: "storecheck's reading: every list and single read shows the same animal",
      stimuli: ['list.default', 'get.found', ...LISTS],
      inconclusiveCode: 'no-animal-shown-twice',
    },
  ),
  should('list.fills-page', 'A list contains all animals known to match, up to `limit`', limit, {
    source: 'good practice: a page is filled up to `limit`, also with a filter',
    stimuli: ['list.minimum', 'list.status-with-limit', ...LISTS],
    inconclusiveCode: 'no-known-animal-limited',
  }),
  observe('list.limit-out-of-range', 'The response to `limit` 101, 0, -1 and abc', open, { stimuli: ['list.limit-*'] }),
  observe('list.status-unknown', 'The response to an unknown status', open, { stimuli: ['list.status-unknown'] }),
  observe('list.order', 'The order of the list', controls),
  observe('list.pagination', 'Link, cursor, total or next-page headers', controls),
  observe('list.unknown-parameter', 'The response to an unknown query parameter', controls, {
    stimuli: ['list.forwarded'],
  }),
];
