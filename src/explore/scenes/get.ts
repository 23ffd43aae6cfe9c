import { absentId, get, lacking, type ProbeRequest } from '../../probes/index.ts';
import { knownId, scene } from './scene.ts';

/** A GET with the id written as it is. */
const written = (text: string): ProbeRequest => ({ ...get('0'), path: `/pets/${text}` });

/** What HTTP servers and gateways may refuse before the service reads it. */
const byPath = (text: string): ProbeRequest => ({ ...written(text), operation: 'other' });

/** Spellings of the id of an animal that exists. A service may read them or refuse them; it must not show another animal. */
const SPELLINGS = [
  (id) => id,
  (id) => `0${id}`,
  (id) => `000000000000000000000${id}`,
  (id) => `+${id}`,
  (id) => `-${id}`,
  (id) => `${id}.0`,
  (id) => `${id}.5`,
  (id) => `${id}abc`,
  (id) => `${id}%20`,
  (id) => `${id}%0A`,
  (id) => `%22${id}%22`,
  (id) => `${id}%27`,
  (id) => `0x${BigInt(id).toString(16)}`,
  (id) => `%3${id.slice(0, 1)}${id.slice(1)}`,
  (id) => String(BigInt(id) + 2n ** 32n),
  (id) => String(BigInt(id) + 2n ** 64n),
  (id) => String(BigInt(id) - 2n ** 64n),
  (id) => `${id}?id=1&petId=2`,
] as const satisfies readonly ((id: string) => string)[];

export const knownIds = scene(
  { id: 'known', title: 'the id of an animal that exists, in another spelling', writes: false },
  { spelling: SPELLINGS },
  ({ spelling }, { exchanges, random }) => {
    const id = knownId(exchanges, random);
    return id === undefined ? lacking('no animal is known') : written(spelling(id));
  },
);

const UNKNOWN = [
  '0',
  '-1',
  '9223372036854775807',
  '-9223372036854775808',
  '18446744073709551615',
  '1e400',
  'null',
  'undefined',
  '%7B%7D',
  '__proto__',
  "1'%20OR%20'1'='1",
  '*',
  '%F0%9F%90%BE',
  '9'.repeat(400),
] as const;

export const unknownIds = scene(
  { id: 'unknown', title: 'an id that no animal has', writes: false },
  { id: ['absent', ...UNKNOWN] },
  ({ id }, context): ProbeRequest => (id === 'absent' ? get(absentId(context)) : written(id)),
);

const PATHS = ['%00', '%2F', '%2e%2e%2fpets', '1%2F..%2F1', '%', '%zz', '%C3', '%5C', '1;x=1', '1/', '1//', '1/x', '.'];

export const oddPaths = scene(
  { id: 'path', title: 'a path that a gateway may refuse', writes: false },
  { path: PATHS },
  ({ path }): ProbeRequest => byPath(path),
);
