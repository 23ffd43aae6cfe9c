import { isAnswered } from '../src/exchange/index.ts';
import type { Check, Suite } from '../src/judge/checks/check.ts';
import {
  absentId,
  type CredentialKind,
  category,
  create,
  get,
  list,
  literal,
  markedName,
  type Probe,
  payload,
  type Situation,
  unlisted,
  unneeded,
  withHeaders,
} from '../src/probes/index.ts';
import { challenges, lowerSchemeAccepted, unknownPathAnswer } from '../src/rules/auth/headers.ts';
import { queryKeyRefused } from '../src/rules/auth/query-key.ts';
import { refusedNotStored } from '../src/rules/auth/side-effect.ts';
import { beforeRemoval } from '../src/rules/removal.ts';
import { refusedWith } from '../src/rules/status.ts';
import { realKeyAccepted } from '../src/rules/twin.ts';
import { knownIds } from '../src/store/index.ts';
import { BROWSER } from './accept.ts';

/** The usual names of a key in a query string, all in one request; `{key}` stands for the real key. */
const QUERY_KEYS = ['api_key', 'access_token', 'apikey', 'apiKey', 'api-key', 'key', 'token']
  .map((name) => `${name}={key}`)
  .join('&');

const onList = (id: string, title: string, credential: CredentialKind): Probe => ({
  id,
  title,
  writes: false,
  uses: [],
  build: () => list('limit=1', credential),
});

/**
 * A create whose animal must not appear. If the service checks the payload before the key, a payload without a category
 * returns 400.
 */
const onCreate = (id: string, title: string, credential: CredentialKind, isValid: boolean): Probe => ({
  id,
  title,
  writes: true,
  uses: [],
  build: ({ settings, exchanges }) =>
    create(
      payload({
        name: literal(markedName(settings, id)),
        categoryId: isValid ? category(settings, exchanges, 91) : undefined,
        status: literal('available'),
      }),
      credential,
    ),
});

/** If the service looks the animal up before it checks the key, an id that does not exist returns 404. */
const onGet = (
  id: string,
  title: string,
  credential: CredentialKind,
  idOf: (situation: Situation) => string,
): Probe => ({
  id,
  title,
  writes: false,
  uses: ['list.minimum'],
  build: (situation) => get(idOf(situation), credential),
});

const anyKnownId = ({ exchanges }: Situation): string => knownIds(exchanges)[0] ?? '1';

const probes: readonly Probe[] = [
  {
    id: 'auth.none.list',
    title: 'no Authorization header, the key only in the query',
    writes: false,
    uses: [],
    build: () => list(QUERY_KEYS, 'none'),
  },
  {
    id: 'auth.none.list-plain',
    title: 'no Authorization header and no query',
    writes: false,
    onlyIf: 'the key in the query was not answered with 401',
    uses: ['auth.none.list'],
    build: (situation) => (wasRefused('auth.none.list', situation) ? unneeded('query-key-refused') : list('', 'none')),
  },
  onCreate('auth.none.create', 'no Authorization header, and a payload without a category', 'none', false),
  onGet('auth.none.get', 'no Authorization header, and an id that does not exist', 'none', absentId),
  onList('auth.unknown.list', 'an unknown key', 'unknown'),
  onCreate('auth.unknown.create', 'an unknown key', 'unknown', true),
  {
    ...onGet('auth.unknown.get', 'an unknown key, with the Accept header of a browser', 'unknown', anyKnownId),
    build: (situation) => withHeaders(get(anyKnownId(situation), 'unknown'), [BROWSER]),
  },
  onList('auth.cut', 'the key without its last character', 'cut'),
  onList('auth.appended', 'the key with two more characters', 'appended'),
  {
    ...onList('auth.flipped', 'the key with its letter case flipped', 'flipped'),
    build: ({ settings }) => (settings.keyHasLetters ? list('limit=1', 'flipped') : unneeded('key-without-letters')),
  },
  onList('auth.basic', 'the key as user and as password of Basic', 'basic'),
  onList('auth.other-scheme', 'the key under the scheme word Token', 'other-scheme'),
  onList('auth.no-scheme', 'the key without a scheme', 'no-scheme'),
  onList('auth.empty-token', 'Bearer with nothing after it', 'empty-token'),
  {
    id: 'auth.unknown-path',
    title: 'an unlisted path without a key',
    writes: false,
    uses: [],
    build: () => unlisted('/storecheck-unlisted', 'none'),
  },
];

function wasRefused(probe: string, { exchanges }: Situation): boolean {
  return exchanges.some(
    (exchange) => exchange.probe === probe && isAnswered(exchange) && exchange.received.status === 401,
  );
}

const refused = refusedWith(401, realKeyAccepted);
const refusedSomehow = refusedWith(401, realKeyAccepted, 'any');

/**
 * A list without a header. If the list with the key in its query was not refused, only the one without a query counts.
 */
const requiredOnList: Check['rule'] = (evidence, trace) => {
  const plain = evidence.filter(({ probe }) => probe === 'auth.none.list-plain');
  return refused(plain.length > 0 ? plain : evidence, trace);
};

const checks: readonly Check[] = [
  {
    requirement: 'auth.required.list',
    decidedBy: { 'auth.none.list': ['auth.none.list-plain'] },
    from: ['auth.none.list', 'auth.none.list-plain'],
    rule: requiredOnList,
  },
  { requirement: 'auth.required.create', from: ['auth.none.create'], rule: refused },
  { requirement: 'auth.required.get', from: ['auth.none.get'], rule: beforeRemoval(refused) },
  { requirement: 'auth.unknown-key.list', from: ['auth.unknown.list'], rule: refused },
  { requirement: 'auth.unknown-key.create', from: ['auth.unknown.create'], rule: refused },
  { requirement: 'auth.unknown-key.get', from: ['auth.unknown.get'], rule: beforeRemoval(refused) },
  { requirement: 'auth.near-miss-key', from: ['auth.cut', 'auth.appended', 'auth.flipped'], rule: refusedSomehow },
  {
    requirement: 'auth.bearer-only',
    from: ['auth.basic', 'auth.other-scheme', 'auth.no-scheme'],
    rule: refusedSomehow,
  },
  { requirement: 'auth.empty-token', from: ['auth.empty-token'], rule: refusedSomehow },
  {
    requirement: 'auth.query-key',
    decidedBy: { 'auth.none.list': ['auth.none.list-plain'] },
    from: ['auth.none.list', 'auth.none.list-plain'],
    rule: queryKeyRefused,
  },
  {
    requirement: 'auth.no-side-effect',
    from: ['auth.none.create', 'auth.unknown.create'],
    rule: refusedNotStored(({ key }) => key === null),
    series: true,
    again: ['list.maximum'],
  },
  { requirement: 'auth.www-authenticate', from: 'all', rule: challenges },
  { requirement: 'auth.scheme-case', from: ['get.found'], series: true, rule: lowerSchemeAccepted },
  { requirement: 'auth.unknown-path', from: ['auth.unknown-path'], rule: unknownPathAnswer },
];

export const auth: Suite = { area: 'auth', probes, checks };
