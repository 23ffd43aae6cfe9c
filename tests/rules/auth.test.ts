import { rows } from '../table.ts';
import { answer, type Draft, lost, pet } from '../trace.ts';

const ok = answer('list.minimum', 200, [pet(1)]);
const none = (status: number, body?: unknown) => answer('auth.none.list', status, body);
const plain = (status: number, body?: unknown) => answer('auth.none.list-plain', status, body);
const unchallenged = { status: 401, headers: { 'WWW-Authenticate': null } };
const page = '<html>Bad gateway</html>';

rows('auth.required.list', [
  ['the real key is not accepted either', [answer('list.minimum', 401), none(401)], 'inconclusive', /real key/],
  ['a balancer answered twice', [ok, none(503, page), none(503, page)], 'inconclusive', 'probe-answered-by-proxy'],
  ['overlooks a single 503 of a balancer', [ok, none(503, page), none(401)], 'pass'],
  ['overlooks a single lost answer', [ok, lost('auth.none.list'), none(401)], 'pass'],
  [
    'overlooks an answer that broke off and was asked for again',
    [ok, answer('auth.none.list', { status: 401, body: '{"co', cut: 'ECONNRESET' }), none(401)],
    'pass',
  ],
  ['an unplanned 429', [ok, none(429)], 'inconclusive', /429/],
  [
    'query parameters are refused and the plain list was lost',
    [ok, none(400), lost('auth.none.list-plain'), lost('auth.none.list-plain')],
    'inconclusive',
  ],
  [
    'query parameters are refused and the run ended before the plain list',
    { exchanges: [ok, none(400)], end: 'interrupted' },
    'inconclusive',
  ],
  [
    'the plain list is open',
    [ok, none(200, []), plain(200, [])],
    'fail',
    /GET \/pets without an Authorization header returned 200, not 401/,
  ],
]);

rows('auth.query-key', [
  ['only the query lets in', [ok, none(200, []), plain(401)], 'fail', /query string/],
  ['an open list', [ok, none(200, []), plain(200, [])], 'inconclusive', /auth.required.list/],
  ['unknown parameters are refused first', [ok, none(422), plain(401)], 'not-applicable'],
  ['parameters are refused, the plain list was lost', [ok, none(400), lost('auth.none.list-plain')], 'inconclusive'],
  ['500', [ok, none(500), plain(401)], 'fail'],
]);

rows('auth.unknown-key.get', [
  ['the get with the key found nothing', [ok, answer('auth.unknown.get', 401), answer('get.not-found', 404)], 'pass'],
  [
    'no get with the key was answered',
    [ok, answer('auth.unknown.get', 401)],
    'inconclusive',
    /key on GET \/pets\/\{petId\}/,
  ],
]);

const nearMiss = (flipped: Partial<Draft>): Draft[] => [
  ok,
  answer('auth.cut', 401),
  answer('auth.appended', 401),
  answer('auth.flipped', { status: 401, ...flipped }),
];
rows('auth.near-miss-key', [
  [
    'letter case does not matter',
    nearMiss({
      status: 200,
      body: [],
      sent: { headers: [['Authorization', 'Bearer {key with its letter case flipped}']] },
    }),
    'fail',
    /with `Authorization: Bearer \{key with its letter case flipped\}` returned 200/,
  ],
  ['one was lost', nearMiss({ lost: 'ECONNRESET' }), 'inconclusive'],
  ['one was accepted, whatever else was lost', [lost('auth.cut'), answer('auth.appended', 200, [])], 'fail'],
]);

rows('auth.www-authenticate', [
  ['without a 401', [ok], 'inconclusive', 'nothing-to-judge'],
  ['unlisted paths', [answer('auth.cut', 401), answer('auth.unknown-path', unchallenged)], 'pass'],
]);

rows('auth.scheme-case', [
  ['no key is accepted', [answer('list.minimum', 401), answer('get.found', 401)], 'inconclusive'],
  ['the get failed otherwise', [ok, answer('get.found', 500)], 'inconclusive'],
]);

rows('auth.unknown-path', [['is observed', [answer('auth.unknown-path', 404, 'no')], 'observed', /404/]]);
