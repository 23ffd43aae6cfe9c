import { CREDENTIALS } from '../../exchange/authorization.ts';
import type { HeaderLine } from '../../exchange/records/exchange-record.ts';
import type { ProbeRequest } from '../../probes/probe.ts';
import { absentId, get, list, unlisted, withHeaders } from '../../probes/probe-request.ts';
import { headerLines, knownId, oneHeader, scene } from './scene.ts';

const SAFE = ['HEAD', 'OPTIONS'];

/** Other methods. Those that could change or delete something use an id that no animal has. */
export const methods = scene(
  { id: 'method', title: 'another method', writes: true },
  {
    method: [...SAFE, 'PUT', 'PATCH', 'DELETE', 'POST'],
    on: ['list', 'animal'],
    headers: oneHeader({ Connection: ['close'] }),
  },
  ({ method, on, headers }, context): ProbeRequest => {
    const { exchanges, random } = context;
    const known = SAFE.includes(method) ? knownId(exchanges, random) : undefined;
    const path = SAFE.includes(method) && on === 'list' ? '/pets?limit=1' : `/pets/${known ?? absentId(context)}`;
    const body = ['PUT', 'PATCH', 'POST'].includes(method) ? '{}' : null;
    const type: readonly HeaderLine[] = body === null ? [] : [['Content-Type', 'application/json']];
    return withHeaders({ ...unlisted(path), method, body }, [...type, ...headers]);
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
    // A service that obeys the override must find nothing to delete.
    const isOnAbsent = name === 'X-HTTP-Method-Override' || on === 'absent';
    const request = isOnAbsent ? get(absentId(context)) : list('limit=2');
    return withHeaders({ ...request, operation: 'other' }, [[name, value]]);
  },
);

/** Paths near those of the specification. A router may treat them like those, and the check of the key may not. */
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
