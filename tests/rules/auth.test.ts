import { rows } from '../table.ts';
import { answer, type Draft, lost, pet } from '../trace.ts';

const ok = answer('list.minimum', { body: [pet(1)] });
const page = '<html>Bad gateway</html>';

rows('auth.required.list', [
  [
    'passes on 401 with the Error body where the key is accepted',
    [ok, answer('auth.none.list', { status: 401 })],
    'pass',
  ],
  ['fails where a list needs no key', [ok, answer('auth.none.list', { body: [] })], 'fail', /accepted/],
  [
    'fails on 403',
    [ok, answer('auth.none.list', { status: 403 }), answer('auth.none.list-plain', { status: 403 })],
    'fail',
  ],
  ['fails on a 401 without a body', [ok, answer('auth.none.list', { status: 401, body: '' })], 'fail', /no body/],
  [
    'fails on a 401 whose status is a string',
    [ok, answer('auth.none.list', { status: 401, body: { code: 'a', message: 'b', status: '401' } })],
    'fail',
  ],
  [
    'passes on an Error body with more fields and a code of digits',
    [ok, answer('auth.none.list', { status: 401, body: { code: '1', message: '', status: 401, trace: null } })],
    'pass',
  ],
  [
    'proves nothing where the real key is not accepted either',
    [answer('list.minimum', { status: 401 }), answer('auth.none.list', { status: 401 })],
    'inconclusive',
    /real key/,
  ],
  [
    'proves nothing where a balancer answered twice',
    [ok, answer('auth.none.list', { status: 503, body: page }), answer('auth.none.list', { status: 503, body: page })],
    'inconclusive',
    'probe-answered-by-proxy',
  ],
  [
    'overlooks a single 503 of a balancer',
    [ok, answer('auth.none.list', { status: 503, body: page }), answer('auth.none.list', { status: 401 })],
    'pass',
  ],
  ['overlooks a single lost answer', [ok, lost('auth.none.list'), answer('auth.none.list', { status: 401 })], 'pass'],
  [
    'overlooks an answer that broke off and was asked for again',
    [
      ok,
      answer('auth.none.list', { status: 401, body: '{"co', cut: 'ECONNRESET' }),
      answer('auth.none.list', { status: 401 }),
    ],
    'pass',
  ],
  ['is inconclusive on an unplanned 429', [ok, answer('auth.none.list', { status: 429 })], 'inconclusive', /429/],
  [
    'lets the list without a query decide where query parameters are refused',
    [ok, answer('auth.none.list', { status: 400 }), answer('auth.none.list-plain', { status: 401 })],
    'pass',
  ],
  [
    'is inconclusive where query parameters are refused and the plain list was lost',
    [ok, answer('auth.none.list', { status: 400 }), lost('auth.none.list-plain'), lost('auth.none.list-plain')],
    'inconclusive',
  ],
  [
    'is inconclusive where query parameters are refused and the run was interrupted before the plain list',
    { exchanges: [ok, answer('auth.none.list', { status: 400 })], end: 'interrupted' },
    'inconclusive',
  ],
  [
    'fails where the plain list is open',
    [ok, answer('auth.none.list', { body: [] }), answer('auth.none.list-plain', { body: [] })],
    'fail',
  ],
]);

rows('auth.query-key', [
  ['passes on 401', [ok, answer('auth.none.list', { status: 401 })], 'pass'],
  [
    'fails where the query lets in and the plain list does not',
    [ok, answer('auth.none.list', { body: [] }), answer('auth.none.list-plain', { status: 401 })],
    'fail',
    /query string/,
  ],
  [
    'leaves an open list to auth.required.list',
    [ok, answer('auth.none.list', { body: [] }), answer('auth.none.list-plain', { body: [] })],
    'inconclusive',
    /auth.required.list/,
  ],
  [
    'does not apply where unknown parameters are refused first',
    [ok, answer('auth.none.list', { status: 422 }), answer('auth.none.list-plain', { status: 401 })],
    'not-applicable',
  ],
  [
    'is inconclusive where unknown parameters are refused and the plain list was lost',
    [ok, answer('auth.none.list', { status: 400 }), lost('auth.none.list-plain')],
    'inconclusive',
  ],
  [
    'fails on 500',
    [ok, answer('auth.none.list', { status: 500 }), answer('auth.none.list-plain', { status: 401 })],
    'fail',
  ],
]);

rows('auth.unknown-key.get', [
  ['passes on 401', [ok, answer('auth.unknown.get', { status: 401 }), answer('get.found', { body: pet(1) })], 'pass'],
  [
    'passes where the get with the key found nothing',
    [ok, answer('auth.unknown.get', { status: 401 }), answer('get.not-found', { status: 404 })],
    'pass',
  ],
  [
    'fails on 404, which tells a stranger what exists',
    [ok, answer('auth.unknown.get', { status: 404 }), answer('get.found', { body: pet(1) })],
    'fail',
  ],
  [
    'proves nothing where no get with the key was answered',
    [ok, answer('auth.unknown.get', { status: 401 })],
    'inconclusive',
    /getPet/,
  ],
]);

const nearMiss = (flipped: Partial<Draft>): Draft[] => [
  ok,
  answer('auth.cut', { status: 401 }),
  answer('auth.appended', { status: 401 }),
  answer('auth.flipped', { status: 401, ...flipped }),
];
rows('auth.near-miss-key', [
  ['passes where each is refused', nearMiss({}), 'pass'],
  ['fails where letter case does not matter', nearMiss({ status: 200, body: [] }), 'fail', 'not-refused'],
  ['is inconclusive where one was lost', nearMiss({ lost: 'ECONNRESET' }), 'inconclusive'],
  [
    'fails where one was accepted, whatever else was lost',
    [lost('auth.cut'), answer('auth.appended', { body: [] })],
    'fail',
  ],
]);

rows('auth.empty-token', [
  ['fails on 400', [ok, answer('auth.empty-token', { status: 400 })], 'fail'],
  ['passes on 401', [ok, answer('auth.empty-token', { status: 401 })], 'pass'],
]);

rows('auth.bearer-only', [
  [
    'fails where Basic is accepted',
    [ok, answer('auth.basic'), answer('auth.other-scheme', { status: 401 }), answer('auth.no-scheme', { status: 401 })],
    'fail',
  ],
  [
    'passes where each is refused',
    [ok, ...['auth.basic', 'auth.other-scheme', 'auth.no-scheme'].map((id) => answer(id, { status: 401 }))],
    'pass',
  ],
]);

rows('auth.www-authenticate', [
  [
    'passes on a lower-case header name',
    [answer('auth.cut', { status: 401, headers: { 'www-authenticate': 'Bearer realm="x"' } })],
    'pass',
  ],
  ['fails where a 401 has none', [answer('auth.cut', { status: 401, headers: { 'WWW-Authenticate': null } })], 'fail'],
  ['has nothing to look at without a 401', [ok], 'inconclusive', 'nothing-to-judge'],
  [
    'leaves unlisted paths alone',
    [
      answer('auth.cut', { status: 401 }),
      answer('auth.unknown-path', { status: 401, headers: { 'WWW-Authenticate': null } }),
    ],
    'pass',
  ],
]);

rows('auth.scheme-case', [
  ['passes where `bearer` is accepted', [ok, answer('get.found', { body: pet(1) })], 'pass'],
  ['fails where `bearer` is refused and `Bearer` is not', [ok, answer('get.found', { status: 401 })], 'fail'],
  [
    'proves nothing where no key is accepted',
    [answer('list.minimum', { status: 401 }), answer('get.found', { status: 401 })],
    'inconclusive',
  ],
  ['has nothing to look at where the get failed otherwise', [ok, answer('get.found', { status: 500 })], 'inconclusive'],
]);

rows('auth.unknown-path', [
  ['is observed', [answer('auth.unknown-path', { status: 404, body: 'no' })], 'observed', /404/],
]);
