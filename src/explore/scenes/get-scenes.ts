import { CREDENTIALS } from '../../exchange/authorization.ts';
import { type Answered, headerValue, isAnswered } from '../../exchange/exchange.ts';
import { type Probe, type ProbeRequest, UNNEEDED } from '../../probes/probe.ts';
import { absentId, get, read, withCredential, withHeaders } from '../../probes/probe-request.ts';
import { idIn, listQuery } from '../../store/query.ts';
import { type Created, createdAnimals, largestPages, listViews } from '../../store/views.ts';
import { knownId, lastCreatedId, oneHeader, REPRESENTATIONS, scene } from './scene.ts';

/** Spellings of the id of an existing animal, by kind. A service may read or refuse them, but must not return another animal. */
const SPELLINGS: readonly (readonly ((id: string) => string)[])[] = [
  [(id) => id],
  [(id) => `0${id}`, (id) => `000000000000000000000${id}`],
  [(id) => `+${id}`],
  [(id) => `-${id}`],
  [(id) => `${id}.0`, (id) => `${id}.5`],
  [(id) => `${id}abc`],
  [(id) => `${id}%20`, (id) => `${id}%0A`],
  [(id) => `%22${id}%22`, (id) => `${id}%27`],
  [(id) => `0x${BigInt(id).toString(16)}`],
  [(id) => id.replace(/\d/, (digit) => `%3${digit}`)],
  [(id) => String(BigInt(id) + 2n ** 32n)],
  [(id) => String(BigInt(id) + 2n ** 64n), (id) => String(BigInt(id) - 2n ** 64n)],
  [(id) => `${id}?id=1&petId=2`],
];

/** The request for an id. Without an id, none is sent. */
const ifKnown = (id: string | undefined, requestFor: (id: string) => ProbeRequest): ReturnType<Probe['build']> =>
  id === undefined ? UNNEEDED : requestFor(id);

export const created = scene(
  { id: 'created', title: 'the animal that was created last', writes: false, ofCreated: true },
  { headers: oneHeader({ Connection: ['close'], 'Cache-Control': ['no-cache'] }) },
  ({ headers }, { exchanges }) => ifKnown(lastCreatedId(exchanges), (id) => withHeaders(get(id), headers)),
);

export const spelledIds = scene(
  { id: 'known', title: 'the id of an animal that exists, in another spelling', writes: false },
  { spellings: SPELLINGS },
  ({ spellings }, { exchanges, random }) =>
    ifKnown(knownId(exchanges, random), (id) => read(`/pets/${random.pick(spellings)(id)}`)),
);

/** A service reads all ids of a row in the same way, so an exploration sends one of each row. */
const UNKNOWN: readonly (readonly string[])[] = [
  ['-1'],
  ['9223372036854775807', '-9223372036854775808'],
  ['18446744073709551615'],
  ['1e400', '9'.repeat(400), '9'.repeat(5_000)],
  ['null', 'undefined', '%7B%7D'],
  ['__proto__'],
  ["1'%20OR%20'1'='1", '*'],
  ['%F0%9F%90%BE'],
];

export const unknownIds = scene(
  { id: 'unknown', title: 'an id that no animal has', writes: false },
  { ids: ['absent', 'wrapped', ...UNKNOWN], headers: REPRESENTATIONS },
  ({ ids, headers }, context): ProbeRequest => {
    const absent = absentId(context);
    if (ids === 'wrapped') return withHeaders(get(wrapped(absent)), headers);
    return withHeaders(ids === 'absent' ? get(absent) : read(`/pets/${context.random.pick(ids)}`), headers);
  },
);

/** A negative id whose last 32 bits are those of an animal, and which a double holds exactly. */
const wrapped = (absent: string) => String(BigInt.asUintN(32, BigInt(absent)) - 2n ** 32n);

/** Requests that caches may confuse: another representation, no key, only if the entity tag of the same URL is old. */
const REPEATS: readonly ((request: ProbeRequest, tag: string | undefined) => ProbeRequest)[] = [
  ...REPRESENTATIONS.map((headers) => (request: ProbeRequest) => withHeaders(request, headers)),
  (request) => withCredential(request, null),
  (request) => withCredential(request, CREDENTIALS.unknown),
  (request, tag) => (tag === undefined ? request : withHeaders(request, [['If-None-Match', tag]])),
];

/** Repeats the last read with this status: the first one may have changed a cache, or created something. */
export const sameAgain = scene(
  { id: 'same', title: 'the last read of an animal, a list, or an unknown id, again', writes: false },
  { repeat: REPEATS, status: [200, 200, 404] },
  ({ repeat, status }, { exchanges }) => {
    const last = exchanges.filter(isAnswered).findLast((exchange) => isPlainRead(exchange, status));
    return last === undefined ? UNNEEDED : repeat(read(last.sent.path), headerValue(last.received.headers, 'ETag'));
  },
);

const isPlainRead = (exchange: Answered, status: number): boolean =>
  exchange.key !== null &&
  exchange.received.status === status &&
  (exchange.operation === 'listPets' ? listQuery(exchange).isSpecified : idIn(exchange.sent.path) !== undefined);

/** The id that the service may assign next: a cache must not keep the response to this request. */
export const nextId = scene(
  { id: 'next', title: 'the id that the next animal may have', writes: false, ofCreated: true },
  { headers: REPRESENTATIONS },
  ({ headers }, { exchanges }) =>
    ifKnown(lastCreatedId(exchanges), (last) => withHeaders(get(String(BigInt(last) + 1n)), headers)),
);

/** An animal of this run, after late effects have happened: first those that a list did not show, then sold ones. */
export const lateReads = scene(
  { id: 'late', title: 'an animal that may be lost, later', writes: false, ofCreated: true },
  // The first one is read twice, because an animal counts as lost only if several responses omit it.
  { nth: [0, 0, 1, 2, 3, 4] },
  ({ nth }, { exchanges }) => {
    const complete = largestPages(listViews(exchanges)).at(-1);
    const listed = new Set(complete?.animals.map(({ id }) => id));
    const rank = ({ sent, returned }: Created) =>
      (listed.has(returned.id) ? 1 : 0) + (sent.status === 'sold' ? 0 : 0.5);
    const ranked = createdAnimals(exchanges).toSorted((one, other) => rank(one) - rank(other));
    return ifKnown(ranked[nth]?.returned.id, get);
  },
);
