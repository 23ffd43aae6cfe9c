import type { Exchange, HeaderLine } from '../../exchange/records/exchange-record.ts';
import type { ProbeContext } from '../../probes/make-probe.ts';
import type { Probe } from '../../probes/probe.ts';
import { BROWSER, LIBRARY, OTHER_TAG } from '../../probes/probe-request.ts';
import { createdAnimals, listView } from '../../store/views.ts';
import { type Point, pointsOf, type Random, type Space } from '../covering.ts';

export interface Context extends ProbeContext {
  readonly random: Random;
}

export type Scene = ReturnType<typeof scene>;

/** One kind of request and the space of its variations. `writes`: whether it sends anything but GET. */
export const scene = <const S extends Space>(
  text: Pick<Probe, 'id' | 'title' | 'writes' | 'stores' | 'ofCreated'>,
  space: S,
  build: (point: Point<S>, context: Context) => ReturnType<Probe['build']>,
) => ({
  ...text,
  builds: (count: number, random: Random) =>
    pointsOf(space, count, random).map((point) => (context: Context) => build(point, context)),
});

export const lastCreatedId = (exchanges: readonly Exchange[]): string | undefined =>
  createdAnimals(exchanges).at(-1)?.returned.id;

/** An animal of the last received list, else the last created one. */
export function knownId(exchanges: readonly Exchange[], random: Random): string | undefined {
  const last = exchanges.findLast((exchange) => (listView(exchange)?.animals.length ?? 0) > 0);
  const ids = last === undefined ? [] : (listView(last)?.animals ?? []).flatMap(({ id }) => id ?? []);
  return ids.length === 0 ? lastCreatedId(exchanges) : random.pick(ids);
}

/** One header line for each value of each name. */
export const headerLines = (values: Readonly<Record<string, readonly string[]>>): HeaderLine[] =>
  Object.entries(values).flatMap(([name, texts]) => texts.map((text) => [name, text] as const));

/** Requests without a header, and with each of these. */
export const oneHeader = (values: Readonly<Record<string, readonly string[]>>): readonly (readonly HeaderLine[])[] => [
  [],
  ...headerLines(values).map((line) => [line]),
];

/** Headers that leave a conforming service one response: JSON. */
export const REPRESENTATIONS = oneHeader({
  Accept: ['*/*', '', 'application/*;q=0.8, */*;q=0.1', 'text/html;q=0.1, application/json', LIBRARY[1], BROWSER[1]],
  'If-None-Match': [OTHER_TAG],
  'Accept-Encoding': ['gzip', 'br, gzip;q=0.5', 'identity'],
  'Accept-Language': ['de, ar;q=0.5, *;q=0.1', 'ar-EG, *;q=0.1'],
  'Cache-Control': ['no-cache'],
  Connection: ['close'],
  'X-Forwarded-For': ['203.0.113.7'],
  'Content-Type': ['application/json'],
  'X-Requested-With': ['XMLHttpRequest'],
});
