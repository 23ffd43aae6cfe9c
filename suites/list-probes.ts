import { CREDENTIALS } from '../src/exchange/authorization.ts';
import { headerValue } from '../src/exchange/exchange.ts';
import type { Exchange } from '../src/exchange/records/exchange-record.ts';
import { responseTo, type Trace } from '../src/exchange/trace.ts';
import { forwardedFor } from '../src/probes/credential.ts';
import { BASE_PROBE, creating, literal, type ProbeContext, payload, probe } from '../src/probes/make-probe.ts';
import { lacking, type Probe, UNNEEDED, wasNotAccepted } from '../src/probes/probe.ts';
import { BROWSER, create, LIBRARY, list, read, withHeaders } from '../src/probes/probe-request.ts';
import { fullListPath, PAGE, PET_STATUSES, type PetStatus } from '../src/spec/operations.ts';
import { createdAnimals, knownIds, largestPages, listViews, statusCounts, unfiltered } from '../src/store/views.ts';

/** One more than the default page, which distinguishes a default from the end of the store. */
const ABOVE_DEFAULT_PAGE = PAGE.default + 1;

const countOf = (status: PetStatus, { exchanges }: Trace): number =>
  statusCounts(exchanges).find((counted) => counted.status === status)?.count ?? 0;

/** The status of more animals than a default page shows, if any: its filter must stop at the default page. */
const overfullStatus = ({ exchanges }: Trace): PetStatus | undefined =>
  statusCounts(exchanges).find(({ count }) => count >= ABOVE_DEFAULT_PAGE)?.status;

/** The status of the next animal: the second most frequent one until that has two animals, then the most frequent one. */
function nextStatus(trace: Trace): PetStatus {
  const [most, next] = statusCounts(trace.exchanges);
  return next !== undefined && next.count < 2 ? next.status : (most?.status ?? 'available');
}

/** The name of an animal that fills the store, and its category unless it is that of the probe. */
type Fill = (mark: string) => readonly [name: string, categoryId?: string];

/**
 * Values that no other create has: texts that parsers misread, and integers at the boundaries of narrower types. A name without the mark
 * has the category of its probe, so that simultaneous runs create no equal animals. If a service refuses one, the next ones are plain.
 */
const FILLS: readonly Fill[] = [
  (mark) => [`=1+1, "${mark}" O'Neil {"id":1} [2] \\`, '2147483648'],
  () => ['null'],
  (mark) => [`🐾 ${mark} <script>1</script> &lt;`, '-1'],
  () => ['2024-01-15T10:00:00.000Z'],
  // A cut after any even number of bytes splits a character.
  (mark) => [`a${'é'.repeat(253 - mark.length)} ${mark}`, '4294967296'],
  () => ['1e3'],
  (mark) => [`%${mark}%_`, '-9223372036854775808'],
  () => ['true'],
  (mark) => [`${mark} ${'a'.repeat(1_000)}`, '32768'],
];

/** A plain animal: after the last unusual one, or if the service knows only some categories, or refused one of these values. */
const PLAIN: Fill = (mark) => [mark];

const isFill = ({ probe: id }: Exchange): boolean => id.startsWith('list.fill-');

/** Fills a store until one status has more animals than a default page shows, and another one has two. */
const fill = (index: number): Probe => {
  const build = (context: ProbeContext) => {
    const { head, exchanges, fields, mark } = context;
    const largest = unfiltered(listViews(exchanges)).find(({ exchange }) => exchange.probe === 'list.maximum');
    if (largest === undefined) return lacking('probe-not-answered', { probe: 'list.maximum' });
    // A service that creates nothing is not asked 21 times more.
    if (createdAnimals(exchanges).length === 0) return lacking('nothing-created');
    if (largest.items >= PAGE.maximum) return UNNEEDED;
    if (overfullStatus(context) !== undefined) return UNNEEDED;
    // The first payload had a category that nobody can know.
    const acceptsAnyCategory =
      head.settings.categories === null && responseTo(BASE_PROBE, context)?.received.status === 201;
    const hasRefused = exchanges.some((sent) => isFill(sent) && wasNotAccepted(sent.probe, context));
    const made = hasRefused || !acceptsAnyCategory ? PLAIN : (FILLS[index] ?? PLAIN);
    const [name, categoryId = fields()['categoryId']] = made(mark);
    return create(payload(fields({ name: literal(name), status: literal(nextStatus(context)), categoryId })));
  };
  return creating(`list.fill-${index + 1}`, 'one more animal', build, {
    uses: ['list.maximum'],
    onlyIf: `the store has fewer than ${ABOVE_DEFAULT_PAGE} animals of each status`,
  });
};

const WITHOUT_ACCEPT = ['Accept', ''] as const;
const GZIP = ['Accept-Encoding', 'gzip'] as const;
const LIBRARY_HEADERS = [LIBRARY, ['Accept-Encoding', 'gzip, deflate, br']] as const;

/** A list of one status. It has no limit if the default page can show all its animals or must cut them, else the greatest one. */
function filtered(status: PetStatus, trace: Trace) {
  const isBare = countOf(status, trace) < PAGE.default || status === overfullStatus(trace);
  // The limit comes first here, and the status in `list.status-with-limit`: some proxies pass on only the first parameter.
  // Percent-encoded, a letter means the same (RFC 3986 §6.2.2.2).
  const query = `status=${status === 'sold' ? 's%6Fld' : status}`;
  const accept = status === 'sold' ? WITHOUT_ACCEPT : BROWSER;
  return withHeaders(list(isBare ? query : `limit=${PAGE.maximum}&${query}`), [accept]);
}

/** A cache of filtered lists must not keep this one after the next create. */
const pendingEarly = probe(
  'list.status-early',
  'only pending animals, before this run creates one',
  (trace) => filtered('pending', trace),
  { uses: ['list.maximum'], ofCreated: true },
);

const filter = (status: PetStatus): Probe =>
  probe(
    `list.status-${status}`,
    `only ${status} animals`,
    (trace) => {
      const request = filtered(status, trace);
      const early = status === 'pending' ? responseTo(pendingEarly.id, trace) : undefined;
      // The early list has a limit if there were 20 pending animals then. Now that there are 21, this filter must stop at the default page.
      return early === undefined || status === overfullStatus(trace) ? request : { ...request, path: early.sent.path };
    },
    { uses: status === 'pending' ? ['list.maximum', pendingEarly.id] : ['list.maximum'] },
  );

/** Whether a list with the greatest limit is a full page, and so may lack animals. */
export const hasFullLargestPage = ({ exchanges }: Trace): boolean =>
  largestPages(listViews(exchanges)).some(({ isFull }) => isFull);

/** The first complete list, and the first filtered one. */
export const FIRST_LISTS: readonly Probe[] = [
  probe('list.maximum', 'limit=100, with Accept-Encoding: gzip', () => withHeaders(read(fullListPath()), [GZIP]), {
    atEnd: true,
  }),
  pendingEarly,
];

export const LIST_PROBES: readonly Probe[] = [
  ...Array.from({ length: ABOVE_DEFAULT_PAGE }, (_, index) => fill(index)),
  ...PET_STATUSES.map(filter),
  probe('list.status-unknown', 'an unknown status, twice', () => list('status=lost&status=lost')),
];

/** Lists that are sent at the same time as gets. */
export const LIST_READS: readonly Probe[] = [
  probe('list.default', 'no limit', () => withHeaders(list(), LIBRARY_HEADERS)),
  // Shows whether a parameter is ignored: the limit is below the number of matches, and the complete list begins with other statuses.
  probe(
    'list.status-with-limit',
    'a status and a small limit together',
    (trace) => {
      const unfilteredList = unfiltered(listViews(trace.exchanges)).findLast(({ items }) => items > 1);
      const first = unfilteredList?.animals.slice(0, 3) ?? [];
      const leading = (status: PetStatus) => first.filter((animal) => animal.status === status).length;
      const [best = 'available'] = PET_STATUSES.filter((status) => countOf(status, trace) >= 2).sort(
        (a, b) => leading(a) - leading(b),
      );
      const limit = Math.max(1, Math.min(countOf(best, trace) - 1, 3));
      // Names of headers are case-insensitive (RFC 9110 §5.1).
      return withHeaders(list(`status=${best}&limit=${limit}`), [['authorization', CREDENTIALS.key]]);
    },
    { uses: ['list.maximum'] },
  ),
  ...Object.entries({ 'one-above': '101', zero: '0' }).map(([name, limit]) =>
    probe(
      `list.limit-${name}`,
      `limit=${limit}`,
      // A smaller store cannot return too many animals. The exploration sends such limits, too.
      ({ head, exchanges }) =>
        !head.settings.readOnly && largestPages(listViews(exchanges)).some(({ isFull }) => !isFull)
          ? UNNEEDED
          : list(`limit=${limit}`),
      { uses: ['list.maximum'] },
    ),
  ),
  // A database may fail, or return all rows.
  probe('list.limit-negative', 'limit=-1', () => list('limit=-1')),
  // Sent twice: some frameworks make a list of a repeated parameter.
  probe('list.limit-word', 'limit=abc, twice', () => list('limit=abc&limit=abc')),
];

export const LAST_PROBES: readonly Probe[] = [
  // The list again, if it has not changed: 304 saves the body, and nothing else (RFC 9110 §13.1.2).
  probe(
    'list.conditional',
    'the default list with the entity tag that it was just returned with',
    (trace) => {
      const last = responseTo('list.default', trace);
      const tag = last === undefined ? undefined : headerValue(last.received.headers, 'ETag');
      return tag === undefined ? UNNEEDED : withHeaders(list(), [...LIBRARY_HEADERS, ['If-None-Match', tag]]);
    },
    { uses: ['list.default'], onlyIf: 'the default list has an ETag' },
  ),
  // A limiter must count the key, not the client that a proxy names.
  probe(
    'list.forwarded',
    'one animal, with headers of proxies that name another client, and an unknown parameter that is not UTF-8',
    () => withHeaders(list('limit=1&storecheck=%FF'), forwardedFor('203.0.113.7')),
  ),
  // The filter of the most frequent status has no limit and stops at the default page: this one shows whether it omits animals.
  probe(
    'list.status-whole',
    'limit=100 and the status with more animals than a default page shows',
    (trace) => {
      const { readOnly, only, skip } = trace.head.settings;
      const status = overfullStatus(trace);
      if (status === undefined || hasFullLargestPage(trace)) return UNNEEDED;
      const hasFilled = trace.exchanges.some(isFill);
      // Other runs have the requests that they need anyway, and no room for this one.
      if (!hasFilled && !readOnly && only.length + skip.length === 0) return UNNEEDED;
      return list(`status=${status}&limit=${PAGE.maximum}`);
    },
    { uses: ['list.maximum'], onlyIf: 'the run has filled the store, is read-only, or tests only a part' },
  ),
  probe(
    'list.twenty',
    'limit=20, to compare with the default',
    ({ exchanges }) => {
      const bare = unfiltered(listViews(exchanges)).find(({ exchange }) => exchange.probe === 'list.default');
      return bare !== undefined && bare.items < PAGE.default && knownIds(exchanges).length > PAGE.default
        ? list(`limit=${PAGE.default}`)
        : UNNEEDED;
    },
    {
      uses: ['list.default', 'list.maximum'],
      onlyIf: 'the default page is shorter than 20 though more animals are known',
    },
  ),
];
