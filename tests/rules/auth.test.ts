import { markedName } from '../../src/probes/index.ts';
import { again, answer, type Draft, lost, pet, pets, SETTINGS, trace } from '../trace.ts';
import { verdicts } from '../verdicts.ts';

const ok = answer('list.minimum', 200, [pet(1)]);
const none = (status: number, body?: unknown) => answer('auth.none.list', status, body);
const plain = (status: number, body?: unknown) => answer('auth.none.list-plain', status, body);
const page = '<html>Bad gateway</html>';

const nearMiss = (flipped: Partial<Draft>): Draft[] => [
  ok,
  answer('auth.cut', 401),
  answer('auth.appended', 401),
  answer('auth.flipped', { status: 401, ...flipped }),
];

const unchallenged = answer('auth.unknown-path', { status: 401, headers: { 'WWW-Authenticate': null } });

const refusedCreates = [answer('auth.none.create', 401), answer('auth.unknown.create', 401)];
const own = (id: number, probe: string) =>
  pet(id, { name: markedName(SETTINGS, probe), categoryId: 1_900_000_000 + id });
const created = answer('create.available', 201, own(50, 'create.available'));
const later = (body: unknown) => again(maximum(body, { at: 6000 }));
const maximum = (body: unknown, given: Partial<Draft> = {}) => answer('list.maximum', { body, at: 3000, ...given });

const mangled = { ...pet(9), name: '', categoryId: categoryOf('auth.unknown.create') };

function categoryOf(probe: string): number {
  const [exchange] = trace({ exchanges: [answer(probe)] }).exchanges;
  return Number(JSON.parse(exchange?.sent.body ?? '{}').categoryId);
}

verdicts('auth', {
  'auth.required.list': {
    'the real key is not accepted either': [answer('list.minimum', 401), none(401)],
    'a balancer answered twice': [ok, none(503, page), none(503, page)],
    'overlooks an answer that broke off and was asked for again': [
      ok,
      answer('auth.none.list', { status: 401, body: '{"co', cut: 'ECONNRESET' }),
      none(401),
    ],
    'query parameters are refused and the plain list was lost': [
      ok,
      none(400),
      lost('auth.none.list-plain'),
      lost('auth.none.list-plain'),
    ],
    'the plain list is open': [ok, none(200, []), plain(200, [])],
  },
  'auth.query-key': {
    'an open list': [ok, none(200, []), plain(200, [])],
    'parameters are refused, the plain list was lost': [ok, none(400), lost('auth.none.list-plain')],
    'parameters are refused, and the plain list needs a key': [ok, none(400), plain(401)],
    '500': [ok, none(500), plain(401)],
  },
  'auth.unknown-key.get': {
    'the get with the key found nothing': [ok, answer('auth.unknown.get', 401), answer('get.not-found', 404)],
    'no get with the key was answered': [ok, answer('auth.unknown.get', 401)],
  },
  'auth.near-miss-key': {
    'one was lost': nearMiss({ lost: 'ECONNRESET' }),
    'one was accepted, whatever else was lost': [lost('auth.cut'), answer('auth.appended', 200, [])],
  },
  'auth.www-authenticate': {
    'overlooks unlisted paths': [answer('auth.cut', 401), unchallenged],
  },
  'auth.scheme-case': {
    'the get failed otherwise': [ok, answer('get.found', 500)],
    'the key is not accepted either': [answer('list.minimum', 401), answer('get.found', 401)],
  },
  'auth.no-side-effect': {
    'does not take an animal that another probe created, whose name begins alike, for it': [
      ...refusedCreates,
      created,
      maximum([own(50, 'create.available'), pet(51, { name: `${markedName(SETTINGS, 'auth.none.create')} plain` })]),
    ],
    'does not take an animal whose name was created as well for it': [
      ...refusedCreates,
      created,
      answer('auth.none.create', 201, own(51, 'auth.none.create')),
      maximum([own(50, 'create.available'), own(51, 'auth.none.create')]),
    ],
    'the name was mangled, the category was not': [...refusedCreates, maximum([mangled]), later([mangled])],
    'does not take an animal of an earlier run, whose category the probe took from a list, for it': [
      maximum([mangled], { at: 0 }),
      ...refusedCreates,
      created,
      maximum([mangled, own(50, 'create.available')]),
    ],
    'full pages of others': [...refusedCreates, created, maximum(pets(100, {}, 1000))],
    accepted: [answer('auth.none.create', 201, own(5, 'auth.none.create')), lost('auth.unknown.create')],
    'does not take another animal of the configured category for the refused one': {
      settings: { categories: ['1234567890'] },
      exchanges: [
        ...refusedCreates,
        created,
        maximum([pet(3, { categoryId: 1_234_567_890 }), own(50, 'create.available')]),
        later([pet(3, { categoryId: 1_234_567_890 })]),
      ],
    },
  },
});
