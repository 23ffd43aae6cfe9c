import { CREDENTIALS } from '../src/exchange/authorization.ts';
import { responseTo, type Trace } from '../src/exchange/trace.ts';
import { BASE_PROBE, creating, type ProbeContext, payload, probe } from '../src/probes/make-probe.ts';
import { lacking, type Probe, UNNEEDED } from '../src/probes/probe.ts';
import { absentId, BROWSER, create, get, OTHER_TAG, read, unlisted, withHeaders } from '../src/probes/probe-request.ts';
import { fullListPath } from '../src/spec/operations.ts';
import type { Animal } from '../src/store/animal.ts';
import { createdAnimals, type ListView, largestPages, listViews } from '../src/store/views.ts';
import { hasFullLargestPage } from './list-probes.ts';

/** The id of the created animal that shows the most: the one whose categoryId is beyond 2^53, else the last one. */
function createdId({ exchanges }: Trace): string | undefined {
  const own = createdAnimals(exchanges).filter(({ returned }) => returned.id !== undefined);
  const telling = own.findLast(({ exchange }) => exchange.probe === 'create.pending') ?? own.at(-1);
  return telling?.returned.id;
}

/** Whether any run may have created the animal: its name is missing, a marked number (probes/make-probe.ts), or contains `storecheck`. */
const isOfStorecheck = ({ name = '' }: Animal): boolean => /^(?:0?1\d{9})?$|storecheck/i.test(name);

/**
 * The id of a listed animal, the same one in every run if possible. Prefers one that no run created, then one from before this run. Of
 * these, it prefers a sold one, then one of the latest complete list, and the lowest id.
 */
function foundId(trace: Trace): string | undefined {
  const { exchanges } = trace;
  const own = new Set(createdAnimals(exchanges).map(({ returned }) => returned.id));
  const views = listViews(exchanges);
  const sold = idsIn(views, ({ status }) => status === 'sold');
  const ours = idsIn(views, isOfStorecheck);
  const latest = idsIn(largestPages(views).slice(-1));
  const rank = (id: string) => [ours.has(id), own.has(id), !sold.has(id), !latest.has(id)].map(Number).join('');
  return [...idsIn(views)]
    .filter((id) => id !== createdId(trace))
    .toSorted((one, other) => rank(one).localeCompare(rank(other)) || (BigInt(one) < BigInt(other) ? -1 : 1))[0];
}

const idsIn = (views: readonly ListView[], isMeant: (animal: Animal) => boolean = () => true): ReadonlySet<string> =>
  new Set(views.flatMap(({ animals }) => animals.filter(isMeant).flatMap(({ id }) => id ?? [])));

/** A get of this id, if an animal was created. */
const getIfCreated = (id: string | undefined) => (id === undefined ? lacking('nothing-created') : get(id));

/** A cache must not remember that no animal has this id: if ids are consecutive, the next create assigns it. */
export const NEXT_GET = probe(
  'get.next',
  'the id that the next animal may get, with the Accept header of a browser',
  ({ exchanges }) => {
    const last = createdAnimals(exchanges).at(-1)?.returned.id;
    return last === undefined ? lacking('nothing-created') : withHeaders(get(String(BigInt(last) + 1n)), [BROWSER]);
  },
  { uses: [BASE_PROBE, 'list.maximum'], ofCreated: true },
);

export const GET_PROBES: readonly Probe[] = [
  probe('get.created', 'an animal created by this run', (trace) => getIfCreated(createdId(trace)), {
    ofCreated: true,
    uses: ['create.available', 'create.pending', 'get.next'],
  }),
  // Before gets of animals: a service that remembers a 404 for the path of all ids does not find them.
  probe('get.not-found', 'an id that does not exist, with the Accept header of a browser', (trace) =>
    withHeaders(get(absentId(trace)), [BROWSER]),
  ),
  // The first request without a key since the creates. A cache that ignores Authorization would answer with the animal. So would a thread
  // that keeps the user of a create or of a request that failed.
  probe(
    'auth.none.get',
    'no Authorization header, for an animal that was just returned, after an error',
    (trace) => get(createdId(trace) ?? foundId(trace) ?? absentId(trace), null),
    { uses: ['create.available', 'create.pending', 'get.created'] },
  ),
  // A router may treat the path like /pets, while the check of the key does not. After the creates: an empty list would show nothing.
  probe('auth.unknown-path', 'an unlisted path near a listed one, without a key', () => unlisted('/pets/', null)),
  // A mapper of rows may take 0 for no condition, and return the first animal.
  probe('get.zero', '0 as id', () => get('0')),
  // A router may know no path with a minus sign.
  probe('get.negative', '-1 as id', () => get('-1')),
  // If a 64-bit integer overflows, it becomes the id of that animal.
  probe('get.invalid-overflow', 'the id of an animal plus 2^64, with Accept-Language: de', (trace) =>
    withHeaders(get(String(BigInt(foundId(trace) ?? createdId(trace) ?? 1) + 2n ** 64n)), [['Accept-Language', 'de']]),
  ),
];

/** Gets that are sent at the same time as lists. */
export const GET_READS: readonly Probe[] = [
  probe('get.invalid-word', 'the id of an animal with letters behind it', (trace) => get(`${foundId(trace) ?? ''}abc`)),
  // Before the lower id of get.found: a service that reads several at once may return them in order.
  probe(
    'get.last',
    'the last animal that this run created without a status, else the last one',
    ({ exchanges }) => {
      const animals = createdAnimals(exchanges);
      return getIfCreated((animals.findLast(({ sent }) => sent.status === undefined) ?? animals.at(-1))?.returned.id);
    },
    { ofCreated: true, uses: ['create.available', 'create.no-status'] },
  ),
  probe(
    'get.found',
    'an animal that a list showed (else a created one), with the scheme word in lower case, and an If-None-Match that fits no animal',
    (trace) => {
      const id = foundId(trace) ?? createdId(trace);
      return id === undefined
        ? lacking('no-animal-listed')
        : withHeaders(get(id, CREDENTIALS['key-lower-scheme']), [['If-None-Match', OTHER_TAG]]);
    },
    { uses: ['list.maximum'] },
  ),
];

/** A store of a fixed size loses an animal with each create (keeps-thirty-animals): three follow if a listed animal is not found. */
const KEPT_PROBES: readonly Probe[] = [1, 2].flatMap((turn) => {
  const uses = ['get.found', BASE_PROBE];
  const more = { onlyIf: 'a listed animal was not found', uses, stores: false, ofCreated: true } as const;
  const ifLost = (trace: Trace, request: ReturnType<Probe['build']>) =>
    [404, 410].includes(responseTo('get.found', trace)?.received.status ?? 0) ? request : UNNEEDED;
  const listAll = (trace: Trace) => ifLost(trace, read(fullListPath()));
  const createOne = (context: ProbeContext) => ifLost(context, create(payload(context.fields({ status: undefined }))));
  return [
    probe(`list.kept-${turn}`, 'a hundred animals, whether another one is gone', listAll, more),
    ...[1, 2]
      .slice(0, turn)
      .map((number) => creating(`create.kept-${turn}-${number}`, 'one more animal', createOne, more)),
  ];
});

export const LATE_GETS: readonly Probe[] = [
  probe(
    'get.found-plain',
    'an animal that a list showed',
    (trace) => {
      const id = foundId(trace);
      const isKeyRefused = [401, 403].includes(responseTo('get.found', trace)?.received.status ?? 0);
      return isKeyRefused && id !== undefined ? get(id) : UNNEEDED;
    },
    { onlyIf: '`bearer` in lower case was refused', uses: ['get.found'] },
  ),
  // Later than the default settle time, for the effects of background jobs. A cache may answer it, even with the 401 of the request without
  // a key, and so may a replica that lags.
  probe(
    'get.again',
    'the animal of get.created again, later; if the complete list is a full page, that of the repeated payload',
    (trace) => {
      // A full page need not show the animal of the repeated payload, so a service that takes it for the first one would stay unnoticed.
      const again = createdAnimals(trace.exchanges).find(({ exchange }) => exchange.probe === 'create.again');
      return getIfCreated((hasFullLargestPage(trace) ? again?.returned.id : undefined) ?? createdId(trace));
    },
    {
      afterMs: 5_200,
      ofCreated: true,
      uses: ['create.available', 'create.pending', 'create.again', 'list.maximum', 'get.created'],
    },
  ),
  ...KEPT_PROBES,
];
