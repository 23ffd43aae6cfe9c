import { count } from './number-text.ts';

/**
 * Sentences with places for values: `{request} returned {status}`. A place is written
 * - `{name}`: the value as text, lists joined by commas, the sentence of a nested code (several joined by semicolons);
 * - `{name:json}`: the value as JSON, so that "1" and 1 differ;
 * - `{name:status}`: the status, or several, with words for 0, which is no response;
 * - `{name:time}`: Unix seconds with their time of day, `1795389492 (23:18:12 UTC)`;
 * - `{name:also}`: `; ` and the value, nothing if it is missing or an empty list;
 * - `{name:some got a 5xx}`: `; `, the number and the words, nothing for 0;
 * - `{name:count animal}`: the number with its noun, `1 animal` or `1,200 animals`; `{name:count}`: without one, `1,200`.
 */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

type NameOf<Place extends string> = Place extends `${infer Name}:${string}` ? Name : Place;

type Places<Sentence extends string> = Sentence extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

type Optional = `${string}:also`;

export type Params<Sentence extends string> = {
  readonly [Place in Exclude<Places<Sentence>, Optional> as NameOf<Place>]: Value;
} & { readonly [Place in Extract<Places<Sentence>, Optional> as NameOf<Place>]?: Value };

/** The arguments after a code: nothing is needed for a sentence without places. */
type ValuesOf<Sentence extends string> =
  object extends Params<Sentence> ? [values?: Params<Sentence>] : [values: Params<Sentence>];

/** Values by name, as a result stores them. */
export type Values = Readonly<Record<string, Value>>;

export interface Coded<Code extends string = string> {
  readonly code: Code;
  readonly params: Values;
  readonly reason: string;
}

/** A finding, a reason or a problem. Files of older versions may lack the code. */
type Sentence = {
  readonly code?: string | undefined;
  readonly params?: { readonly [name: string]: unknown } | undefined;
} & ({ readonly message: string } | { readonly reason: string });

/** A code with its values as a value of another one; its sentence fills the place. */
export function nested({ code, params, ...said }: Sentence): Value {
  const message = 'message' in said ? said.message : said.reason;
  return code === undefined ? message : { code, params: (params ?? {}) as Values, message };
}

export function reasonsFrom<Table extends Readonly<Record<string, string>>>(table: Table) {
  return <Code extends keyof Table & string>(code: Code, ...[values]: ValuesOf<Table[Code]>): Coded<Code> => ({
    code,
    ...worded({ reason: table[code] ?? '' }, values ?? {}),
  });
}

/** One kind of finding: what the service did, what was expected, and what came instead. `identity`: the values that signatures hash. */
export type FindingKind = readonly [message: string, expected: string, actual: string, identity?: readonly string[]];

export type IdentityOf<Kind extends FindingKind> = NonNullable<Kind[3]>[number];

/** Makes kinds whose messages begin with the same words. Their signatures hash the values `own`, and those that a kind adds. */
export const beginning =
  <const Start extends string, const Own extends string = never>(start: Start, own: readonly Own[]) =>
  <const Kind extends FindingKind>(...[what, expected, actual, more = []]: Kind) =>
    [`${start} ${what}`, expected, actual, [...own, ...more]] as readonly [
      `${Start} ${Kind[0]}`,
      Kind[1],
      Kind[2],
      readonly (Own | IdentityOf<Kind>)[],
    ];

/** A violation that one response shows. */
export const returned = beginning('{request} returned', ['operation', 'status']);

/** What the service did, and how often the same request showed it. */
export const withShare = (actual: string, shown: number, sent: number): string =>
  `${actual} (${shown} of the ${sent} times that this request was sent)`;

/** Sentences with the values in their places, and the values as a result stores them: long texts and lists are shortened. */
export function worded<Sentences extends { readonly [name: string]: string }>(sentences: Sentences, values: Values) {
  const params: Values = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, bounded(value)]));
  const filled = Object.entries(sentences).map(([name, sentence]) => [name, fill(sentence, params)]);
  return { params, ...(Object.fromEntries(filled) as { readonly [Name in keyof Sentences]: string }) };
}

/** Longer values are shortened: a server may return a megabyte in place of a number. The journal has all of it. */
const MAX_VALUE_LENGTH = 600;

function bounded(value: Value): Value {
  if (typeof value === 'string') return shortValue(value);
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS).map(bounded) : value;
}

const MAX_ITEMS = 50;

const PLACE = /\{(\w+)(?::(json|count|time|status|also|some) ?([^}]*))?\}/g;

/** Puts the values in their places. A value that is missing (a file of another version) stays as its place. */
export function fill(sentence: string, params: Values): string {
  return sentence.replace(PLACE, (place, name: string, form?: string, noun?: string) => {
    if (!Object.hasOwn(params, name)) return form === 'also' ? '' : place;
    const value = params[name] ?? null;
    if (form === 'json') return shortValue(JSON.stringify(value));
    if (form === 'status') return text([value].flat().map((status) => (status === 0 ? 'no response' : status)));
    if (form === 'time') return shortValue(withTime(value));
    const isCounted = form === 'count' || form === 'some';
    const words = shortValue(isCounted && typeof value === 'number' ? count(value) : text(value));
    if (form === 'also') return words === '' ? '' : `; ${words}`;
    if (form === 'some') return value === 0 ? '' : `; ${words} ${noun}`;
    return form === 'count' && noun !== '' ? `${words} ${noun}${value === 1 ? '' : 's'}` : words;
  });
}

function text(value: Value): string {
  if (Array.isArray(value)) return value.map(text).join(value.some(isNested) ? '; ' : ', ');
  if (isNested(value)) return value.message;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isNested = (value: Value): value is Value & { readonly message: string } =>
  value !== null &&
  typeof value === 'object' &&
  'message' in value &&
  typeof value.message === 'string' &&
  'code' in value;

/** A value that is not a moment gets no time of day: a service may send any number as its Reset. */
function withTime(value: Value): string {
  if (typeof value !== 'number' || Math.abs(value) > LAST_SECOND) return text(value);
  return `${value} (${timeOfDay(value * 1_000)})`;
}

/** The last second that a Date can hold. */
const LAST_SECOND = 8.64e12;

/** The time of day of a moment in milliseconds since 1970: `10:15:00 UTC`, or with a fraction `10:14:58.5 UTC`. */
export const timeOfDay = (at: number): string =>
  `${new Date(Math.round(at))
    .toISOString()
    .slice(11, 23)
    .replace(/\.?0+$/, '')} UTC`;

const shortValue = (value: string) =>
  value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
