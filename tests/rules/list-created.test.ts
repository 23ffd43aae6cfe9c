import { again, answer, type Draft, lost, pet, pets } from '../trace.ts';
import { verdicts } from '../verdicts.ts';

/** Creates the animals 1001 (available), 1002 (pending) and 1003 (sold), as sent. */
const made = (id: number, probe: string, status: string | undefined): Draft =>
  answer(probe, {
    status: 201,
    body: ours(id, status),
    sent: {
      operation: 'createPet',
      method: 'POST',
      path: '/pets',
      body: JSON.stringify({ name: `animal ${id}`, categoryId: 1, status }),
    },
  });
const ours = (id: number, status: string | undefined, change: object = {}) => pet(id, { status, ...change });
const creates = [
  made(1001, 'create.available', 'available'),
  made(1002, 'create.pending', 'pending'),
  made(1003, 'create.sold', 'sold'),
  made(1004, 'create.no-status', 'available'),
];
const all = [ours(1001, 'available'), ours(1002, 'pending'), ours(1003, 'sold'), ours(1004, 'available')];
const others = all.slice(1);
const maximum = (body: unknown, at = 1000): Draft => answer('list.maximum', { body, at });

const filtered = (status: string, body: unknown, at = 1100): Draft =>
  answer(`list.status-${status}`, { body, at, sent: { path: `/pets?status=${status}&limit=100` } });

const availableList = filtered('available', [ours(1001, 'available'), ours(1004, 'available')]);
const fullDefault = answer('list.default', { body: pets(20), at: 1050, sent: { path: '/pets' } });

const soldList = filtered('sold', [ours(1003, 'sold')], 4100);

const filters = (sold: unknown, at = 1000): Draft[] => [
  filtered('available', pets(1), at),
  filtered('pending', [], at + 100),
  filtered('sold', sold, at + 200),
];
/** Everything that list.agrees-with-created looks at, the filtered lists empty. */
const seen = (list: unknown): Draft[] => [...creates, maximum(list), ...filters([], 1100)];
const changed = (change: object): unknown => [all[0], ours(1002, 'pending', change), ...all.slice(2)];

const otherStatus = changed({ status: 'sold' });

const sold = { status: 'sold' };
const one = [pet(1), pet(2, sold)];
const two = [...one, pet(3, sold)];
/** Two looks: a whole list and the one for sold in each, and at the end the whole list once more. */
const twice = (
  before: readonly ReturnType<typeof pet>[],
  first: unknown,
  between: unknown,
  second: unknown,
  after?: unknown,
): Draft[] => [
  maximum(before),
  ...filters(first, 1100).slice(1),
  filtered(
    'available',
    before.filter(({ status }) => status === 'available'),
    1400,
  ),
  again(maximum(between, 4000)),
  ...filters(second, 4100).slice(1).map(again),
  ...(after === undefined ? [] : [again(answer('list.maximum-after', { body: after, at: 4500 }))]),
];

/** Reads that show the animals of the run, while the lists still omit them. */
const late = (at: number): Draft[] => [
  answer('get.created', { body: ours(1003, 'sold'), at: 100, sent: { operation: 'getPet', path: '/pets/1003' } }),
  maximum([], at),
  filtered('available', [ours(1001, 'available'), ours(1004, 'available')], at + 100),
  filtered('pending', [ours(1002, 'pending')], at + 200),
  filtered('sold', [], at + 300),
  filtered('sold', [], at + 400),
];

const shownAt = (at: number): Draft[] => [
  again(maximum(all, at)),
  again(filtered('sold', [ours(1003, 'sold')], at + 100)),
  again(answer('list.maximum-after', { body: all, at: at + 200 })),
];

verdicts('list-created', {
  'list.shows-created': {
    'asks for one if the last lists are full, and an earlier one was complete': [
      ...creates.slice(0, 3),
      maximum(all.slice(0, 3)),
      ...creates.slice(3),
      fullDefault,
      availableList,
    ],
    'ids that are strings': [
      ...creates,
      maximum(
        all.map((one) => ({ ...(one as object), id: 'a' })),
        4000,
      ),
    ],
    'a full page of others': [...creates, maximum(pets(100))],
    'a list before the settle time omits one, and a full page shows it': [
      ...creates,
      maximum(others),
      maximum([...pets(96), ...all], 3000),
    ],
    'a list of any other length omits what a filtered one shows': [
      ...creates,
      maximum(pets(31), 4000),
      soldList,
      again(maximum(pets(31), 7000)),
    ],
    late: [...creates, maximum(others, 4000), again(maximum(all, 7000))],
    'shown, missing once, shown again': [
      ...creates,
      maximum(all, 3000),
      maximum(others, 4000),
      again(maximum(all, 7000)),
    ],
    'takes ids beyond 2^53 digit for digit': [
      answer('create.available', 201, '{"id":9007199254740993,"name":"x","categoryId":1}'),
      maximum('[{"id":9007199254740992,"name":"x","categoryId":1}]', 4000),
      again(maximum('[{"id":9007199254740992,"name":"x","categoryId":1}]', 7000)),
    ],
  },
  'list.agrees-with-created': {
    'takes the status null for none': [
      ...creates.slice(0, 3),
      made(1005, 'create.no-status', undefined),
      maximum([...all.slice(0, 3), pet(1005, { status: null })]),
      ...filters([], 1100),
    ],
    'a status was right before, as if another client had changed it': [...seen(all), again(maximum(otherStatus, 4000))],
    'a status changed and changed back': [
      ...seen(all),
      maximum(otherStatus, 3000),
      again(maximum(otherStatus, 4000)),
      again(maximum(all, 5000)),
    ],
  },
  'list.status-filter-complete': {
    'full pages alone': [
      maximum(pets(100)),
      answer('list.status-available', { body: pets(100, {}, 500), at: 1100 }),
      ...['pending', 'sold'].map((status) => answer(`list.status-${status}`, 200, pets(100, { status }, 700))),
    ],
    'it leaves it out': [maximum(one), ...filters([], 1100)],
    'created animals come 3 s late, a little later than the settle time': [
      ...creates,
      ...late(2_500),
      ...shownAt(6_000),
    ],
    'created animals come 20 s late': [...creates, ...late(20_000), ...shownAt(24_000)],
    'it leaves it out after the settle time': [maximum(one), ...filters([], 4000)],
    'the whole list after it was lost': [...twice(one, [], one, []), again(lost('list.maximum-after'))],
    'another one each': twice(two, [pet(3, sold)], two, [pet(2, sold)], two),
    'sold just before the list: the settle time begins anew': twice([pet(1), pet(2)], [], one, [], one),
    'the confirmation attempt came too early as well': [
      maximum(one),
      ...filters([], 1100),
      again(maximum(one, 2000)),
      ...filters([], 2100).map(again),
      again(answer('list.maximum-after', { body: one, at: 2500 })),
    ],
    'a busy store shows newer animals before its filter does, at each look': [
      maximum(one),
      ...filters([], 1100),
      again(maximum([pet(1), pet(2, { status: 'sold' }), pet(3, { status: 'sold' })], 4000)),
      ...filters([pet(2, { status: 'sold' })], 4100).map(again),
      again(answer('list.maximum-after', { body: [pet(1), pet(2, sold), pet(3, sold)], at: 4500 })),
    ],
    'a filtered list was lost': [maximum(one), filtered('available', one), lost('list.status-pending')],
  },
});
