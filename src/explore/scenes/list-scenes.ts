import type { ProbeRequest } from '../../probes/probe.ts';
import { list, read, withHeaders } from '../../probes/probe-request.ts';
import { fullListPath, PAGE, PET_STATUSES } from '../../spec/operations.ts';
import { statusCounts } from '../../store/views.ts';
import { REPRESENTATIONS, scene } from './scene.ts';

/** Spellings of a value that mean the same (RFC 3986 §6.2.2.2). Names stay plain, because some servers do not decode them. */
const ENCODINGS = [
  (text: string) => text,
  (text: string) => text.replace(/(?<==.*)./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
] as const;

const parameters = (pairs: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(pairs).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));

export const plainList = scene(
  { id: 'list', title: 'a valid query', writes: false },
  {
    limit: [undefined, '1', '2', '3', '10', '19', '20', '21', '50', '51', '99', '100'],
    status: [undefined, ...PET_STATUSES],
    swapped: [false, true],
    encoding: ENCODINGS,
    headers: REPRESENTATIONS,
  },
  ({ limit, status, swapped, encoding, headers }): ProbeRequest => {
    const pairs = parameters({ limit, status }).map(encoding);
    return withHeaders(list((swapped ? pairs.toReversed() : pairs).join('&')), headers);
  },
);

/** As many animals as a list can show, of one status or of all: it shows the effects of earlier requests. */
export const completeList = scene(
  { id: 'complete', title: 'a hundred animals, all or of one status', writes: false },
  { status: [undefined, ...PET_STATUSES] },
  ({ status }) => read(fullListPath(status)),
);

const WINDOWS = ['1', '2', '3', '10', '20', '21', '51', '99'] as const;

/**
 * Each limit with each status, when the store is full of animals: a page may be wrong for one combination only. If all
 * animals of the status fit into the page, another status with more animals shows more.
 */
export const windows = scene(
  { id: 'window', title: 'a limit and a status', writes: false },
  { limit: [undefined, ...WINDOWS], status: [undefined, ...PET_STATUSES] },
  ({ limit, status }, { exchanges, random }): ProbeRequest => {
    const page = limit === undefined ? PAGE.default : Number(limit);
    const cut = statusCounts(exchanges).flatMap((counted) => (counted.count > page ? counted.status : []));
    const chosen = status === undefined || cut.includes(status) || cut.length === 0 ? status : random.pick(cut);
    return list(parameters({ limit, status: chosen }).join('&'));
  },
);

export const ALL_WINDOWS = (1 + PET_STATUSES.length) * (1 + WINDOWS.length);

export const lastList = scene({ id: 'end', title: 'a hundred animals, at the end', writes: false }, {}, () =>
  read(fullListPath()),
);

/** A service reads all values of a row in the same way, so an exploration sends one of each row. */
const ODD_LIMITS: readonly (readonly string[])[] = [
  ['0'],
  ['-1', '-9223372036854775809'],
  ['101', '1000000', '2147483648'],
  ['9223372036854775808'],
  ['1.5', '1.0'],
  ['1e2', 'NaN', 'Infinity'],
  ['+5', '%2B5'],
  ['05', '0x10'],
  ['%205', '5%20', '5%00'],
  ['%D9%A5', '%F0%9F%90%BE'],
  ['abc', 'true', 'null'],
  [''],
  ['[5]', '5,6', '5;', "5'"],
];

const ODD_STATUSES: readonly (readonly string[])[] = [
  [''],
  ['lost', 'constructor'],
  ['Available', 'SOLD'],
  ['%20available', 'available%20', 'available%00'],
  ['available,sold'],
  ['null', 'undefined'],
  ["'", '%25', '*', '%7B%22%24ne%22%3Anull%7D'],
  ['%C3%A9', '%E2%82%AC%F0%9F%90%BE', 'availabl%D0%B5'],
  ['%FF', '%C3'],
  ['x'.repeat(1_000)],
];

/** Parameters that the specification does not define, and valid parameters written differently. */
const EXTRA_PAIRS = [
  [],
  [],
  ['page=2'],
  ['offset=1'],
  ['limit=5'],
  ['status=sold'],
  ['limit%5B%5D=5'],
  ['limit[max]=5'],
  ['status[]=sold'],
  ['status%5B%24ne%5D=sold'],
  ['LIMIT=5'],
  ['__proto__[limit]=5'],
  ['constructor=1'],
  ['sort=name', 'fields=id'],
  ['callback=x'],
  ['format=xml', '_format=xml', 'output=xml'],
  ['=5'],
  ['&&'],
  ['limit'],
  Array.from({ length: 20 }, () => 'limit=5'),
  Array.from({ length: 50 }, (_, index) => `p${index}=${index}`),
] as const;

/** Either the limit or the status is odd: a refused status would hide the effect of an odd limit. */
const ODD = [
  ...ODD_LIMITS.map((limits) => ({ limits, statuses: [undefined, 'sold'] })),
  ...ODD_STATUSES.map((statuses) => ({ limits: [undefined, '20'], statuses })),
];

/** A query that the specification leaves open: any response except a failure is right. */
export const oddList = scene(
  { id: 'query', title: 'a query that the specification leaves open', writes: false },
  { odd: ODD, extra: EXTRA_PAIRS, swapped: [false, true] },
  ({ odd: { limits, statuses }, extra, swapped }, { random }): ProbeRequest => {
    const odd = parameters({ limit: random.pick(limits), status: random.pick(statuses) });
    const pairs = [...odd, ...extra];
    return list((swapped ? pairs.toReversed() : pairs).join('&'));
  },
);
