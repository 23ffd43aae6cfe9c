import { rows } from '../table.ts';
import { again, answer, type Draft, lost, pet, pets } from '../trace.ts';

const page = '<html>503</html>';
const lists = (...bodies: unknown[]): Draft[] =>
  ['list.minimum', 'list.maximum', 'list.default'].map((probe, index) => answer(probe, { body: bodies[index] ?? [] }));

rows('list.ok', [
  ['passes on three arrays', lists([pet(1)], pets(3), pets(3)), 'pass'],
  ['passes on an empty store', lists([], [], []), 'pass'],
  ['fails on an object around the array', lists({ items: [] }), 'fail', 'not-an-array'],
  ['fails on 204', [...lists().slice(1), answer('list.minimum', { status: 204, body: '' })], 'fail'],
  [
    'overlooks a list whose body broke off once',
    [
      ...lists([pet(1)]).slice(0, 1),
      answer('list.maximum', { body: '[{', cut: 'ECONNRESET' }),
      answer('list.maximum', { body: [] }),
      answer('list.default'),
    ],
    'pass',
  ],
  ['overlooks a single 503 of a balancer', [answer('list.minimum', { status: 503, body: page }), ...lists()], 'pass'],
  [
    'is inconclusive where one list was never answered',
    [...lists().slice(0, 2), lost('list.default'), lost('list.default')],
    'inconclusive',
  ],
  [
    'is inconclusive where a list is longer than the recorder reads',
    [...lists().slice(0, 2), answer('list.default', { body: '[', cut: 'TOO_LARGE' })],
    'inconclusive',
  ],
]);

rows('list.schema', [
  [
    'passes on negative ids, ids beyond 2^53, extra fields, \\u escapes and a missing status',
    [
      answer('list.maximum', {
        body: '[{"id":-9223372036854775808,"name":"\\u00c6\\ud83d\\udc3e","categoryId":9223372036854775807,"tags":[{"id":"x"}]}]',
      }),
    ],
    'pass',
  ],
  [
    'passes on integers written with a decimal point',
    [answer('list.maximum', { body: '[{"id":1.0,"name":"","categoryId":1e3}]' })],
    'pass',
  ],
  ['fails on a string id', [answer('list.maximum', { body: [pet(1, { id: '1' })] })], 'fail', /\/0\/id/],
  [
    'fails on an id beyond int64, with its digits',
    [answer('list.maximum', { body: '[{"id":9223372036854775808,"name":"x","categoryId":1}]' })],
    'fail',
    'beyond-int64',
  ],
  [
    'fails on a null status',
    [answer('list.maximum', { body: [pet(1, { status: null })] })],
    'fail',
    /available, pending, sold/,
  ],
  ['fails on a missing name', [answer('list.maximum', { body: [{ id: 1, categoryId: 1 }] })], 'fail', /`name`/],
  ['fails on an item that is no object', [answer('list.maximum', { body: [pet(1), null] })], 'fail'],
  [
    'fails on a fraction beyond 2^53, which a double cannot show',
    [answer('list.maximum', { body: '[{"id":9007199254740993.5,"name":"x","categoryId":1}]' })],
    'fail',
  ],
  [
    'leaves a body that broke off alone',
    [answer('list.maximum', { body: '[{"id":"x"', cut: 'ECONNRESET' }), answer('list.maximum', { body: pets(2) })],
    'pass',
  ],
  [
    'does not pass where the run did not finish',
    { exchanges: lists(), end: 'interrupted' },
    'inconclusive',
    /did not finish/,
  ],
  [
    'names five places and counts the rest',
    [answer('list.maximum', { body: pets(9, { name: 1 }) })],
    'fail',
    'wrong-type',
  ],
]);

const shown = (bare: number, twenty: number | null, known = 50): Draft[] => [
  answer('list.maximum', { body: pets(known) }),
  answer('list.default', { body: pets(bare) }),
  ...(twenty === null ? [] : [answer('list.twenty', { body: pets(twenty) })]),
];
rows('list.default-limit', [
  ['passes on twenty', shown(20, null), 'pass'],
  ['fails on twenty-one', shown(21, null), 'fail'],
  ['fails on twenty-one, seen twice', [...shown(21, null), ...shown(21, null).map(again)], 'fail', /at most 20/],
  [
    'fails where the default is ten and limit=20 gives twenty, seen twice',
    [...shown(10, 20), ...shown(10, 20).map(again)],
    'fail',
    'below-default',
  ],
  ['passes where limit=20 gives no more than the default', shown(15, 15), 'pass'],
  ['proves nothing with twenty animals', shown(20, null, 20), 'inconclusive', /more than 20 are needed/],
  ['proves nothing where limit=20 was not answered', [...shown(10, null), lost('list.twenty')], 'inconclusive'],
  [
    'is not broken where animals were still becoming visible at the first look',
    [...shown(15, 17), ...shown(20, null).map(again)],
    'inconclusive',
  ],
  [
    'is not broken where the confirmation attempt agrees with itself',
    [...shown(15, 17), ...shown(20, 20).map(again)],
    'inconclusive',
  ],
]);

rows('list.limit-honoured', [
  ['passes on fewer than asked for', [answer('list.minimum', { body: [] })], 'pass'],
  ['fails on two for limit=1', [answer('list.minimum', { body: pets(2) })], 'fail', /at most 1/],
  [
    'says where it is always one more',
    [answer('list.minimum', { body: pets(2) }), answer('list.maximum', { body: pets(101) })],
    'fail',
    'one-above-limit',
  ],
  [
    'does not say so of a limit that is ignored',
    [answer('list.minimum', { body: pets(2) }), answer('list.maximum', { body: pets(102) })],
    'fail',
    /2 animals$/m,
  ],
  [
    'fails on the filtered list too',
    [
      answer('list.minimum', { body: pets(1) }),
      answer('list.status-sold', { body: pets(4), sent: { path: '/pets?status=sold&limit=3' } }),
    ],
    'fail',
    /limit=3/,
  ],
  [
    'does not judge limits that the document leaves open',
    [
      answer('list.minimum', { body: [] }),
      answer('list.limit-zero', { body: pets(20) }),
      answer('list.limit-one-above', { body: pets(100) }),
    ],
    'pass',
  ],
]);

rows('list.never-above-maximum', [
  ['passes where 101 is clamped', [answer('list.limit-one-above', { body: pets(100) })], 'pass'],
  ['passes where 101 is refused', [answer('list.minimum'), answer('list.limit-one-above', { status: 422 })], 'pass'],
  ['fails where 1000 gives more than 100', [answer('list.limit-thousand', { body: pets(101) })], 'fail'],
]);

rows('list.limit-minimum', [
  ['fails where limit=1 is refused', [answer('list.minimum', { status: 400 })], 'fail'],
  ['passes on 200', [answer('list.minimum')], 'pass'],
]);
rows('list.limit-maximum', [
  ['fails where limit=100 is refused', [answer('list.maximum', { status: 400 })], 'fail'],
  ['passes on 200', [answer('list.maximum')], 'pass'],
  ['is inconclusive on an unplanned 429', [answer('list.maximum', { status: 429 })], 'inconclusive'],
]);

rows('list.status-unknown', [
  ['is observed as refused', [answer('list.status-unknown', { status: 422 })], 'observed', /refused \(422\)/],
  ['is observed as an empty list', [answer('list.status-unknown')], 'observed', /empty list/],
  ['is observed as ignored', [answer('list.status-unknown', { body: pets(2) })], 'observed', /ignored/],
]);
rows('list.limit-out-of-range', [
  [
    'is observed for each value',
    [
      answer('list.maximum', { body: pets(50) }),
      answer('list.limit-zero', { status: 400 }),
      answer('list.limit-one-above', { body: pets(100) }),
      answer('list.limit-word', { body: pets(20) }),
    ],
    'observed',
    /"0":"refused \(400\)","101":"clamped to 100","abc":"default used"/,
  ],
]);
rows('list.order', [
  ['is seen by id', [answer('list.maximum', { body: pets(5) })], 'observed', /by id, ascending/],
  [
    'copes with ids beyond 2^53',
    [answer('list.maximum', { body: '[{"id":9007199254740993},{"id":9007199254740992},{"id":-1}]' })],
    'observed',
    /descending/,
  ],
  ['is not told from two animals', [answer('list.maximum', { body: pets(2) })], 'inconclusive'],
]);
rows('list.pagination', [
  [
    'names the headers, in lower case',
    [answer('list.maximum', { headers: { LINK: '<x>; rel="next"', 'X-Total-Count': 3 } })],
    'observed',
    /\["link","x-total-count"\]/,
  ],
]);
