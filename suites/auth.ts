import type { HeaderLine } from '../src/exchange/records/exchange-record.ts';
import type { CredentialKind } from '../src/probes/credential.ts';
import { category, literal, markedName, payload } from '../src/probes/marker.ts';
import { type Probe, probe, unneeded } from '../src/probes/probe.ts';
import { absentId, BROWSER, create, get, list, withHeaders } from '../src/probes/request.ts';

/** The usual names of a key in a query string, all in one request; `{key}` stands for the real key. */
const QUERY_KEYS = ['api_key', 'access_token', 'apikey', 'apiKey', 'api-key', 'key', 'token']
  .map((name) => `${name}={key}`)
  .join('&');

/** Other headers in which gateways and frameworks read a key. */
const ELSEWHERE: readonly HeaderLine[] = [
  ...['X-API-Key', 'Api-Key', 'X-Auth-Token'].map((name): HeaderLine => [name, '{key}']),
  ...['X-Access-Token', 'Proxy-Authorization'].map((name): HeaderLine => [name, 'Bearer {key}']),
  ['Cookie', 'api_key={key}; token={key}; access_token={key}'],
];

/** Members of a payload in which they do (RFC 6750 §2.2 has `access_token` in a form). */
const KEY_MEMBERS = Object.fromEntries(['access_token', 'api_key', 'apiKey', 'token'].map((name) => [name, '"{key}"']));

const onList = (id: string, title: string, credential: CredentialKind): Probe =>
  probe(id, title, () => list('limit=1', credential));

/** A create whose animal must not appear. Without a category, 400 shows a check of the payload before the key. */
const onCreate = (id: string, title: string, credential: CredentialKind, isValid: boolean): Probe =>
  probe(
    id,
    title,
    ({ settings, exchanges }) =>
      withHeaders(
        create(
          payload({
            name: literal(markedName(settings, id)),
            categoryId: isValid ? category(settings, exchanges, 91) : undefined,
            status: literal('available'),
            ...(id === 'auth.none.create-member' ? KEY_MEMBERS : {}),
          }),
          credential,
        ),
        isValid ? [] : [BROWSER],
      ),
    { writes: true },
  );

export const AUTH_PROBES: readonly Probe[] = [
  probe('auth.none.list-plain', 'no Authorization header and no query', () => list('', 'none')),
  probe('auth.none.list', 'no Authorization header, the key only in the query', () => list(QUERY_KEYS, 'none'), {
    keyInUrl: true,
  }),
  // These lists repeat `list.minimum` before any create: a cache that ignores Authorization answers them.
  onList('auth.unknown.list', 'an unknown key', 'unknown'),
  onList('auth.unknown.bytes', 'an unknown key with bytes above 0x7F', 'unknown-bytes'),
  onList('auth.unknown.long', 'an unknown key of 4,000 characters', 'unknown-long'),
  probe('auth.none.elsewhere', 'no Authorization header, the key in other headers and in cookies', () =>
    withHeaders(list('limit=1', 'none'), ELSEWHERE),
  ),
  // If the service looks the animal up before it checks the key, it returns 404.
  probe(
    'auth.unknown.get',
    'an unknown key and an id that does not exist, with the Accept header of a browser',
    (situation) => withHeaders(get(absentId(situation), 'unknown'), [BROWSER]),
    { uses: ['list.minimum'] },
  ),
  onList('auth.cut', 'the key without its last character', 'cut'),
  onList('auth.appended', 'the key with two more characters', 'appended'),
  probe('auth.flipped', 'the key with its letter case flipped', ({ settings }) =>
    settings.keyHasLetters ? list('limit=1', 'flipped') : unneeded('key-without-letters'),
  ),
  onList('auth.basic', 'the key as user and as password of Basic', 'basic'),
  onList('auth.other-scheme', 'the key under the scheme word Token', 'other-scheme'),
  onList('auth.no-scheme', 'the key without a scheme', 'no-scheme'),
  onList('auth.empty-token', 'Bearer with nothing after it', 'empty-token'),
  onCreate(
    'auth.none.create',
    'no Authorization header, a payload without a category, and the Accept header of a browser',
    'none',
    false,
  ),
  onCreate('auth.none.create-member', 'no Authorization header, a valid payload with the key in members', 'none', true),
  onCreate('auth.unknown.create', 'an unknown key', 'unknown', true),
];
