import type { HeaderLine } from '../../exchange/records/exchange-record.ts';
import { CREDENTIALS } from '../../probes/credential.ts';
import type { Method, ProbeRequest } from '../../probes/probe.ts';
import { absentId, create, get, list, unlisted, withHeaders } from '../../probes/request.ts';
import { headerLines, knownId, oneHeader, scene } from './scene.ts';

const open = (request: ProbeRequest): ProbeRequest => ({ ...request, operation: 'other' });

/** Other methods. Those that could change or delete something use an id that no animal has. */
export const methods = scene(
  { id: 'method', title: 'another method', writes: true },
  {
    method: ['HEAD', 'OPTIONS', 'HEAD known', 'PUT', 'PATCH', 'DELETE', 'POST'],
    headers: oneHeader({ Connection: ['close'] }),
  },
  ({ method, headers }, context): ProbeRequest => {
    const { exchanges, random } = context;
    const known = method === 'HEAD known' ? knownId(exchanges, random) : undefined;
    const isSafe = method === 'HEAD' || method === 'OPTIONS';
    const path = isSafe ? '/pets?limit=1' : `/pets/${known ?? absentId(context)}`;
    const body = isSafe || method === 'HEAD known' || method === 'DELETE' ? null : '{}';
    const type: readonly HeaderLine[] = body === null ? [] : [['Content-Type', 'application/json']];
    const name = (method === 'HEAD known' ? 'HEAD' : method) as Method;
    return withHeaders({ ...open(get('0')), method: name, path, body }, [...type, ...headers]);
  },
);

/** Headers whose effect the specification leaves open. */
export const headers = scene(
  { id: 'header', title: 'a header that the specification leaves open', writes: false },
  {
    header: headerLines({
      Accept: ['text/html', 'application/xml', 'application/json;q=0', 'x', ',', 'image/*', 'text/csv'],
      'If-None-Match': ['*'],
      'If-Match': ['"x"'],
      'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'Thu, 31 Dec 2099 00:00:00 GMT', 'x'],
      Range: ['bytes=0-9', 'items=0-1'],
      'Accept-Charset': ['utf-16'],
      'Accept-Encoding': ['*;q=0', 'x'],
      'X-HTTP-Method-Override': ['DELETE'],
      'X-Request-Id': ['x'.repeat(1_000)],
      'Content-Type': ['x'],
      Origin: ['https://example.org'],
      Cookie: ['a=b; c'],
      Forwarded: ['for=x;proto=y'],
    }),
    on: ['list', 'absent'],
  },
  ({ header: [name, value], on }, context): ProbeRequest => {
    const changes = name === 'X-HTTP-Method-Override' || on === 'absent';
    const request = changes ? get(absentId(context)) : list('limit=2');
    return withHeaders(open(request), [[name, value]]);
  },
);

/** Media types that a parser may not know, with a body that is invalid as each of them. */
const TYPES = [
  'application/json; charset=utf-16',
  'application/json; charset=x-unknown',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/xml',
  '',
];

/** A create whose media type is not that of the specification. */
export const types = scene(
  { id: 'type', title: 'a body with another media type', writes: true },
  { type: TYPES },
  ({ type }): ProbeRequest => withHeaders(open(create('{}')), [['Content-Type', type]]),
);

/** Paths near those of the specification. A router may treat them alike, but the check of the key not; a gateway may refuse them. */
const PATHS = [
  ...['/pets/', 'known/', '/PETS', '//pets', '/pets.json', '/pets;x=1', '/./pets', '/pets%20', '/%70ets', '/pet', '/'],
  `/pets?${'x'.repeat(7_000)}`,
  ...['%00', '%2F', '%2e%2e%2fpets', '1%2F..%2F1', '%', '%zz', '%C3', '%5C', '1;x=1', '1/', '1//', '1/x', '.'].map(
    (id) => `/pets/${id}`,
  ),
];

export const paths = scene(
  { id: 'path', title: 'a path near those of the specification', writes: false },
  { path: PATHS, credential: [CREDENTIALS.key, null] },
  ({ path, credential }, { exchanges, random }): ProbeRequest =>
    unlisted(path === 'known/' ? `/pets/${knownId(exchanges, random) ?? '1'}/` : path, credential),
);
