import { rows } from '../table.ts';
import { again, answer, type Draft, lost, pets } from '../trace.ts';

const lists = (...bodies: unknown[]): Draft[] =>
  ['list.minimum', 'list.maximum', 'list.default'].map((probe, index) => answer(probe, 200, bodies[index] ?? []));

const ids = (...digits: string[]) => [
  answer('list.maximum', 200, `[${digits.map((id) => `{"id":${id},"name":"x","categoryId":1}`)}]`),
];

rows('list.ok', [
  ['one list was never answered', [...lists().slice(0, 2), lost('list.default'), lost('list.default')], 'inconclusive'],
  ['beyond the cap', [...lists().slice(0, 2), answer('list.default', { body: '[', cut: 'TOO_LARGE' })], 'inconclusive'],
]);

const cut = answer('list.maximum', { body: '[{"id":"x"', cut: 'ECONNRESET' });

rows('list.schema', [
  [
    'negative ids, ids beyond 2^53, extra fields, \\u escapes and a missing status',
    [
      answer(
        'list.maximum',
        200,
        '[{"id":-9223372036854775808,"name":"\\u00c6\\ud83d\\udc3e","categoryId":9223372036854775807,"tags":[{"id":"x"}]}]',
      ),
    ],
    'pass',
  ],
  ['half a body', [cut, answer('list.maximum', 200, pets(2))], 'pass'],
  ['the run did not finish', { exchanges: lists(), end: 'interrupted' }, 'inconclusive', /did not finish/],
  ['names five places and counts the rest', [answer('list.maximum', 200, pets(9, { name: 1 }))], 'fail', 'wrong-type'],
]);

const shown = (bare: number, twenty: number | null, known = 50): Draft[] => [
  answer('list.maximum', 200, pets(known)),
  answer('list.default', 200, pets(bare)),
  ...(twenty === null ? [] : [answer('list.twenty', 200, pets(twenty))]),
];
rows('list.default-limit', [
  ['limit=20 gives no more than the default', shown(15, 15), 'pass'],
  ['with twenty animals', shown(20, null, 20), 'inconclusive', /more than 20 are needed/],
  ['limit=20 was not answered', [...shown(10, null), lost('list.twenty')], 'inconclusive'],
  ['animals were still becoming visible', [...shown(15, 17), ...shown(20, null).map(again)], 'inconclusive'],
  [
    'animals that were created after the list',
    [
      answer('list.default', { body: pets(4), at: 100 }),
      answer('list.twenty', { body: pets(5), at: 150 }),
      answer('list.maximum', { body: pets(5), at: 200 }),
      ...pets(20, {}, 2_000).map((body) =>
        answer('create.available', { status: 201, body, at: 500, sent: { operation: 'createPet', method: 'POST' } }),
      ),
    ],
    'inconclusive',
    'store-too-small',
  ],
  ['the confirmation attempt agrees with itself', [...shown(15, 17), ...shown(20, 20).map(again)], 'inconclusive'],
]);

rows('list.limit-honoured', [
  [
    'the filtered list too',
    [
      answer('list.minimum', 200, pets(1)),
      answer('list.status-sold', { body: pets(4), sent: { path: '/pets?status=sold&limit=3' } }),
    ],
    'fail',
    /limit=3/,
  ],
  [
    'does not judge limits that the document leaves open',
    [
      answer('list.minimum', 200, []),
      answer('list.limit-zero', 200, pets(20)),
      answer('list.limit-one-above', 200, pets(100)),
    ],
    'pass',
  ],
]);

rows('list.status-unknown', [
  ['refused', [answer('list.status-unknown', 422)], 'observed', /refused \(422\)/],
  ['an empty list', [answer('list.status-unknown')], 'observed', /empty list/],
  ['ignored', [answer('list.status-unknown', 200, pets(2))], 'observed', /ignored/],
]);
rows('list.limit-out-of-range', [
  [
    'for each value',
    [
      answer('list.maximum', 200, pets(50)),
      answer('list.limit-zero', 400),
      answer('list.limit-one-above', 200, pets(100)),
      answer('list.limit-word', 200, pets(20)),
    ],
    'observed',
    /"0":"refused \(400\)","101":"clamped to 100","abc":"default used"/,
  ],
]);
rows('list.order', [
  ['is seen by id', [answer('list.maximum', 200, pets(5))], 'observed', /by id, ascending/],
  ['copes with ids beyond 2^53', ids('9007199254740993', '9007199254740992', '-1'), 'observed', /descending/],
  ['is not told from two animals', [answer('list.maximum', 200, pets(2))], 'inconclusive'],
]);
rows('list.pagination', [
  [
    'names the headers, in lower case',
    [answer('list.maximum', { headers: { LINK: '<x>; rel="next"', 'X-Total-Count': 3 } })],
    'observed',
    /\["link","x-total-count"\]/,
  ],
]);
