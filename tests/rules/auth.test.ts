import { rows } from '../table.ts';
import { answer, type Draft, lost, pet } from '../trace.ts';

const ok = answer('list.minimum', 200, [pet(1)]);
const page = '<html>Bad gateway</html>';

rows('auth.required.list', [
  [
    'proves nothing where the real key is not accepted either',
    [answer('list.minimum', 401), answer('auth.none.list', 401)],
    'inconclusive',
    /real key/,
  ],
  [
    'proves nothing where a balancer answered twice',
    [ok, answer('auth.none.list', 503, page), answer('auth.none.list', 503, page)],
    'inconclusive',
    'probe-answered-by-proxy',
  ],
  [
    'overlooks a single 503 of a balancer',
    [ok, answer('auth.none.list', 503, page), answer('auth.none.list', 401)],
    'pass',
  ],
  ['overlooks a single lost answer', [ok, lost('auth.none.list'), answer('auth.none.list', 401)], 'pass'],
  [
    'overlooks an answer that broke off and was asked for again',
    [ok, answer('auth.none.list', { status: 401, body: '{"co', cut: 'ECONNRESET' }), answer('auth.none.list', 401)],
    'pass',
  ],
  ['is inconclusive on an unplanned 429', [ok, answer('auth.none.list', 429)], 'inconclusive', /429/],
  [
    'is inconclusive where query parameters are refused and the plain list was lost',
    [ok, answer('auth.none.list', 400), lost('auth.none.list-plain'), lost('auth.none.list-plain')],
    'inconclusive',
  ],
  [
    'is inconclusive where query parameters are refused and the run was interrupted before the plain list',
    { exchanges: [ok, answer('auth.none.list', 400)], end: 'interrupted' },
    'inconclusive',
  ],
  [
    'fails where the plain list is open',
    [ok, answer('auth.none.list', 200, []), answer('auth.none.list-plain', 200, [])],
    'fail',
  ],
]);

rows('auth.query-key', [
  [
    'fails where the query lets in and the plain list does not',
    [ok, answer('auth.none.list', 200, []), answer('auth.none.list-plain', 401)],
    'fail',
    /query string/,
  ],
  [
    'leaves an open list to auth.required.list',
    [ok, answer('auth.none.list', 200, []), answer('auth.none.list-plain', 200, [])],
    'inconclusive',
    /auth.required.list/,
  ],
  [
    'does not apply where unknown parameters are refused first',
    [ok, answer('auth.none.list', 422), answer('auth.none.list-plain', 401)],
    'not-applicable',
  ],
  [
    'is inconclusive where unknown parameters are refused and the plain list was lost',
    [ok, answer('auth.none.list', 400), lost('auth.none.list-plain')],
    'inconclusive',
  ],
  ['fails on 500', [ok, answer('auth.none.list', 500), answer('auth.none.list-plain', 401)], 'fail'],
]);

rows('auth.unknown-key.get', [
  [
    'passes where the get with the key found nothing',
    [ok, answer('auth.unknown.get', 401), answer('get.not-found', 404)],
    'pass',
  ],
  [
    'proves nothing where no get with the key was answered',
    [ok, answer('auth.unknown.get', 401)],
    'inconclusive',
    /getPet/,
  ],
]);

const nearMiss = (flipped: Partial<Draft>): Draft[] => [
  ok,
  answer('auth.cut', 401),
  answer('auth.appended', 401),
  answer('auth.flipped', { status: 401, ...flipped }),
];
rows('auth.near-miss-key', [
  ['fails where letter case does not matter', nearMiss({ status: 200, body: [] }), 'fail', 'not-refused'],
  ['is inconclusive where one was lost', nearMiss({ lost: 'ECONNRESET' }), 'inconclusive'],
  [
    'fails where one was accepted, whatever else was lost',
    [lost('auth.cut'), answer('auth.appended', 200, [])],
    'fail',
  ],
]);

rows('auth.www-authenticate', [
  ['has nothing to look at without a 401', [ok], 'inconclusive', 'nothing-to-judge'],
  [
    'leaves unlisted paths alone',
    [answer('auth.cut', 401), answer('auth.unknown-path', { status: 401, headers: { 'WWW-Authenticate': null } })],
    'pass',
  ],
]);

rows('auth.scheme-case', [
  ['proves nothing where no key is accepted', [answer('list.minimum', 401), answer('get.found', 401)], 'inconclusive'],
  ['has nothing to look at where the get failed otherwise', [ok, answer('get.found', 500)], 'inconclusive'],
]);

rows('auth.unknown-path', [['is observed', [answer('auth.unknown-path', 404, 'no')], 'observed', /404/]]);
