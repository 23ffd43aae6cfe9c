import type { HeaderLine } from '../../exchange/records/exchange-record.ts';
import { CREDENTIALS, type Credential } from '../../probes/credential.ts';
import { payload } from '../../probes/marker.ts';
import { type NotSent, type ProbeRequest, unneeded } from '../../probes/probe.ts';
import { create, get, list, withHeaders } from '../../probes/request.ts';
import { type Context, knownId, scene } from './scene.ts';

/**
 * No credential in the Authorization header, but elsewhere, where gateways and frameworks may read it. Several headers
 * share a request; if it is accepted, the reduction finds the header.
 */
const ELSEWHERE: readonly (readonly HeaderLine[])[] = [
  [
    ...['X-API-Key', 'Api-Key', 'X-Auth-Token'].map((name) => [name, '{key}'] as const),
    ...['X-Access-Token', 'X-Authorization', 'Proxy-Authorization', 'X-Forwarded-Authorization'].map(
      (name) => [name, 'Bearer {key}'] as const,
    ),
    ['Cookie', 'api_key={key}; token={key}; access_token={key}; Authorization=Bearer {key}'],
  ],
  [
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Real-IP', '127.0.0.1'],
    ['Forwarded', 'for=127.0.0.1'],
    ['X-Original-URL', '/health'],
    ['X-HTTP-Method-Override', 'GET'],
    ['X-Forwarded-User', 'admin'],
    ['X-Remote-User', 'admin'],
    ['X-User-Id', '1'],
    ['X-Authenticated', 'true'],
    ['X-Internal-Request', 'true'],
  ],
];

/** Values of one kind are read alike: an exploration sends one of each with a read. */
const WRONG: readonly (readonly string[])[] = [
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
  [`Bearer ${'x'.repeat(200)}`, `Bearer ${'x'.repeat(4_000)}`],
  ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.', 'Basic YWRtaW46YWRtaW4='],
];

/** Legal spellings (RFC 9110 §11.1, §11.4), which a service may nevertheless refuse. */
const LEGAL = ['BEARER {key}', 'bEaReR {key}', 'Bearer  {key}'];

/** The credentials that the suites send with lists, and the key in the query. */
const { cut, flipped, appended, basic } = CREDENTIALS;
const NEAR = [
  ...[cut, flipped, appended, basic],
  ...[CREDENTIALS['other-scheme'], CREDENTIALS['no-scheme'], CREDENTIALS['empty-token'], null],
];

function withNear(request: ProbeRequest, credential: Credential, { settings }: Context): ProbeRequest | NotSent {
  if (credential === flipped && !settings.keyHasLetters) return unneeded('key-without-letters');
  if (credential !== null) return { ...request, credential };
  if (settings.noKeyInUrl !== undefined) return unneeded('key-not-in-url');
  return { ...request, credential, path: `${request.path}?access_token={key}&api_key={key}&key={key}` };
}

export const nearReads = scene(
  { id: 'near-key', title: 'a get with a credential that is nearly right', writes: false },
  { near: NEAR },
  ({ near }, context) => withNear(get(knownId(context.exchanges, context.random) ?? '1'), near, context),
);

export const nearWrites = scene(
  { id: 'near-key-create', title: 'a create with a credential that is nearly right', writes: true },
  // No suite sends a create with the key in its query.
  { near: [...NEAR, null] },
  ({ near }, context) => withNear(create(payload(context.own())), near, context),
);

const READS = { minimum: 'limit=1', maximum: 'limit=100', default: '', filter: 'status=sold' } as const;

export const keyElsewhere = scene(
  { id: 'elsewhere', title: 'a read without a credential in the Authorization header', writes: false },
  { elsewhere: ELSEWHERE },
  ({ elsewhere }) => withHeaders(list('limit=2', null), elsewhere),
);

export const credentials = scene(
  { id: 'credential', title: 'a read with a wrong credential', writes: false },
  { values: [...WRONG, LEGAL], query: [...Object.values(READS), null, null, null] },
  ({ values, query }, { exchanges, random }): ProbeRequest => {
    const id = query === null ? knownId(exchanges, random) : undefined;
    const credential = random.pick(values);
    return id === undefined ? list(query ?? '', credential) : get(id, credential);
  },
);

export const writingCredentials = scene(
  { id: 'unauthorized', title: 'a create with a credential that is wrong or in the wrong place', writes: true },
  { credential: [...WRONG.flat(), ...ELSEWHERE] },
  ({ credential }, { own }): ProbeRequest =>
    typeof credential === 'string'
      ? create(payload(own()), credential)
      : withHeaders(create(payload(own()), null), credential),
);
