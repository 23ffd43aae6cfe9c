import {
  absentId,
  answerTo,
  BROWSER,
  type CredentialKind,
  category,
  create,
  get,
  list,
  literal,
  markedName,
  type Probe,
  payload,
  probe,
  unlisted,
  unneeded,
  withHeaders,
} from '../src/probes/index.ts';

/** The usual names of a key in a query string, all in one request; `{key}` stands for the real key. */
const QUERY_KEYS = ['api_key', 'access_token', 'apikey', 'apiKey', 'api-key', 'key', 'token']
  .map((name) => `${name}={key}`)
  .join('&');

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
          }),
          credential,
        ),
        isValid ? [] : [BROWSER],
      ),
    { writes: true },
  );

export const AUTH_PROBES: readonly Probe[] = [
  probe('auth.none.list', 'no Authorization header, the key only in the query', () => list(QUERY_KEYS, 'none'), {
    keyInUrl: true,
  }),
  probe(
    'auth.none.list-plain',
    'no Authorization header and no query',
    (situation) =>
      answerTo('auth.none.list', situation)?.received.status === 401 ? unneeded('query-key-refused') : list('', 'none'),
    { onlyIf: 'the key in the query was not answered with 401', uses: ['auth.none.list'] },
  ),
  // These lists repeat `list.minimum` before any create: a cache that ignores Authorization answers them.
  onList('auth.unknown.list', 'an unknown key', 'unknown'),
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
  onCreate('auth.unknown.create', 'an unknown key', 'unknown', true),
];

/**
 * A router may treat the path like /pets, while the check of the key does not. Sent after the creates, since an empty
 * list would show nothing.
 */
export const UNLISTED_PATH_PROBE: Probe = probe(
  'auth.unknown-path',
  'an unlisted path near a listed one, without a key',
  () => unlisted('/pets/', 'none'),
);
