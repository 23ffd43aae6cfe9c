import { CREDENTIALS, type Credential } from '../../exchange/authorization.ts';
import type { HeaderLine } from '../../exchange/records/exchange-record.ts';
import { forwardedFor, OTHER_HEADERS, QUERY_KEYS } from '../../probes/credential.ts';
import { payload } from '../../probes/make-probe.ts';
import { type NotSent, type ProbeRequest, UNNEEDED } from '../../probes/probe.ts';
import { create, get, list, withCredential, withHeaders } from '../../probes/probe-request.ts';
import { type Context, knownId, scene } from './scene.ts';

/** What a request has in place of the right credential: another one, only a query (null), or only other headers. */
type Way = Credential | readonly HeaderLine[];

/** Headers that a service may trust as those of a gateway. */
const TRUSTED: readonly HeaderLine[] = [
  ...forwardedFor('127.0.0.1'),
  ['X-Original-URL', '/health'],
  ['X-HTTP-Method-Override', 'GET'],
  ['X-Forwarded-User', 'admin'],
  ['X-Remote-User', 'admin'],
  ['X-User-Id', '1'],
  ['X-Authenticated', 'true'],
  ['X-Internal-Request', 'true'],
];

/** Ways that the suites send with lists. */
const { key: _key, 'key-lower-scheme': _lower, ...wrong } = CREDENTIALS;
const OF_SUITES: readonly Way[] = [...Object.values(wrong), null];

const REPEATED: HeaderLine = ['Authorization', CREDENTIALS.unknown];

/** A service reads all ways of a row in the same way, so an exploration sends one of each row. */
const WRONG: readonly (readonly Way[])[] = [
  ['Bearer'],
  ['Bearer x{key}'],
  ['Bearer {key}='],
  ['Bearer {key}%00'],
  ['Bearer {key};'],
  ['Bearer {key} x'],
  ['Bearer x {key}'],
  ['Bearer {key},{key}x'],
  ['Bearer "{key}"'],
  ['Bearer <{key}>'],
  ['Bearer token={key}'],
  ['Bearer Bearer {key}'],
  ['Bearer{key}'],
  ['Bearer:{key}'],
  ['Basic {key}', 'ApiKey {key}', 'Token token="{key}"'],
  ['Bearer null'],
  ['Bearer undefined'],
  ['Bearer *', 'Bearer %', "Bearer ' OR '1'='1", 'Bearer __proto__'],
  [`Bearer ${'x'.repeat(200)}`],
  ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.', 'Basic YWRtaW46YWRtaW4='],
  [[REPEATED, REPEATED]],
  [OTHER_HEADERS],
  [TRUSTED],
  ...OF_SUITES.map((way) => [way]),
];

/** Legal spellings (RFC 9110 §11.1, §11.4), which a service may nevertheless refuse. */
const LEGAL = ['BEARER {key}', 'bEaReR {key}', 'Bearer  {key}'];

function presenting(way: Way, request: ProbeRequest, { head: { settings } }: Context): ProbeRequest | NotSent {
  if (way === CREDENTIALS.flipped && !settings.keyHasLetters) return UNNEEDED;
  if (typeof way === 'string') return withCredential(request, way);
  const none = withCredential(request, null);
  if (way !== null) return withHeaders(none, way);
  return settings.noKeyInUrl === undefined ? { ...none, path: `${none.path}?${QUERY_KEYS}` } : UNNEEDED;
}

export const credentials = scene(
  { id: 'credential', title: 'a read with a wrong credential, or the key in another spelling', writes: false },
  { ways: [...WRONG, LEGAL], query: ['limit=1', 'limit=100', '', 'status=sold', null, null, null] },
  ({ ways, query }, context) => {
    const way = context.random.pick(ways);
    const isGet = query === null || OF_SUITES.includes(way);
    return presenting(way, isGet ? get(knownId(context.exchanges, context.random) ?? '1') : list(query), context);
  },
);

export const writingCredentials = scene(
  { id: 'unauthorized', title: 'a create with a wrong credential', writes: true },
  { ways: WRONG },
  ({ ways }, context) => presenting(context.random.pick(ways), create(payload(context.fields())), context),
);
