import { CREDENTIALS, type Credential } from '../src/exchange/authorization.ts';
import { forwardedFor, KEY_MEMBERS, OTHER_HEADERS, QUERY_KEYS } from '../src/probes/credential.ts';
import { creating, payload, probe } from '../src/probes/make-probe.ts';
import { type Probe, UNNEEDED } from '../src/probes/probe.ts';
import { absentId, BROWSER, create, get, list, withHeaders } from '../src/probes/probe-request.ts';

const onList = (id: string, title: string, credential: Credential): Probe =>
  probe(id, title, () => list('limit=1', credential));

export const AUTH_PROBES: readonly Probe[] = [
  probe('auth.none.list-plain', 'no Authorization header and no query', () => list('', null)),
  probe('auth.none.list', 'no Authorization header, the key only in the query', () => list(QUERY_KEYS, null), {
    keyInUrl: true,
  }),
  // These lists repeat `list.minimum` before any create: a cache that ignores Authorization answers them.
  onList('auth.unknown.list', 'an unknown key', CREDENTIALS.unknown),
  onList('auth.unknown.bytes', 'an unknown key with bytes above 0x7F', CREDENTIALS['unknown-bytes']),
  onList('auth.unknown.long', 'an unknown key of 4,000 characters', CREDENTIALS['unknown-long']),
  probe(
    'auth.none.elsewhere',
    "no Authorization header, the key in other headers and in cookies, the server's own address as that of the client",
    () => withHeaders(list('limit=1', null), [...OTHER_HEADERS, ...forwardedFor('127.0.0.1')]),
  ),
  // If the service looks the animal up before it checks the key, it returns 404.
  probe(
    'auth.unknown.get',
    'an unknown key and an id that does not exist, with the Accept header of a browser',
    (trace) => withHeaders(get(absentId(trace), CREDENTIALS.unknown), [BROWSER]),
  ),
  onList('auth.cut', 'the key without its last character', CREDENTIALS.cut),
  onList('auth.appended', 'the key with two more characters', CREDENTIALS.appended),
  probe('auth.flipped', 'the key with its letter case flipped', ({ head }) =>
    head.settings.keyHasLetters ? list('limit=1', CREDENTIALS.flipped) : UNNEEDED,
  ),
  onList('auth.basic', 'the key as user and as password of Basic', CREDENTIALS.basic),
  onList('auth.other-scheme', 'the key under the scheme word Token', CREDENTIALS['other-scheme']),
  onList('auth.no-scheme', 'the key without a scheme', CREDENTIALS['no-scheme']),
  onList('auth.empty-token', 'Bearer with nothing after it', CREDENTIALS['empty-token']),
  // Their animals must not appear. Without a category, 400 shows a check of the payload before the key.
  creating(
    'auth.none.create',
    'no Authorization header, a payload without a category, and the Accept header of a browser',
    ({ fields }) => withHeaders(create(payload(fields({ categoryId: undefined })), null), [BROWSER]),
    { stores: false },
  ),
  creating(
    'auth.none.create-member',
    'no Authorization header, a valid payload with the key in members',
    ({ fields }) => create(payload(fields(KEY_MEMBERS)), null),
    { stores: false },
  ),
  creating('auth.unknown.create', 'an unknown key', ({ fields }) => create(payload(fields()), CREDENTIALS.unknown), {
    stores: false,
  }),
];
