import { type Exchange, headerValue, isAnswered } from '../../exchange/index.ts';
import type { ResultFinding } from '../../result/result.ts';
import { HEADERS } from '../../spec/headers.ts';
import { membersOf, type Place, placeOf } from './places.ts';

/** The parts of a response that its findings refer to. */
export interface Marks {
  readonly status: boolean;
  /** Header names in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Missing headers that a finding names. */
  readonly absent: readonly string[];
  /** Sorted and without overlap. */
  readonly body: readonly Place[];
}

export const UNMARKED: Marks = { status: false, headers: new Set(), absent: [], body: [] };

/** Patterns of header names in findings. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  ...Object.values(HEADERS)
    .filter((name) => name.includes('-') || name === HEADERS.sunset || name === HEADERS.deprecation)
    .map((name) => [new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'i'), name] as const),
  [/\bRemaining\b/, HEADERS.remaining],
  [/\bReset\b/, HEADERS.reset],
];

/** Derived from the findings, which name a header, status, field, id or JSON Pointer. */
export function marksOf(exchange: Exchange, findings: readonly ResultFinding[], length: number): Marks {
  if (findings.length === 0 || !isAnswered(exchange)) return UNMARKED;
  const { received } = exchange;
  const names = [...new Set(findings.flatMap(headersIn))];
  // Searches only the shown part.
  const shown = (received.body ?? '').slice(0, length);
  const isThere = (name: string) => headerValue(received.headers, name) !== undefined;
  return {
    status: findings.some(({ actual }) => new RegExp(`(?<![\\d.:])${received.status}(?![\\d.])`).test(actual)),
    headers: new Set(names.filter(isThere).map((name) => name.toLowerCase())),
    // A finding about several responses may name headers of another one.
    absent: names.filter(
      (name) => !isThere(name) && findings.some((one) => one.exchanges.length === 1 && lacks(one, name)),
    ),
    body: merged(findings.flatMap((finding) => placesIn(shown, finding))),
  };
}

const wordsOf = ({ message, expected, actual }: ResultFinding): string =>
  `${message} ${expected} ${actual}`.slice(0, 4_000);

function headersIn(finding: ResultFinding): string[] {
  const words = wordsOf(finding);
  return NAMES.flatMap(([pattern, name]) => (pattern.test(words) ? [name] : []));
}

const lacks = (finding: ResultFinding, name: string): boolean =>
  /\b(no|without|neither|absent|missing|lacks|none)\b/i.test(wordsOf(finding)) && headersIn(finding).includes(name);

function placesIn(body: string, finding: ResultFinding): Place[] {
  const words = wordsOf(finding);
  const pointers = [...words.matchAll(/ at (\/\S*)/g)].map(([, pointer = '']) => pointer);
  if (pointers.length > 0) return pointers.flatMap((pointer) => placeOf(body, pointer) ?? []);
  const most = /^at most (\d+) animals/.exec(finding.expected)?.[1];
  if (most !== undefined) return body.trimStart().startsWith('[') ? membersOf(body).slice(Number(most)) : [];
  const field = /: (id|name|categoryId|status|code|message)\b/.exec(finding.message)?.[1];
  const ids = [...`${finding.actual} ${finding.message}`.slice(0, 4_000).matchAll(/\bid (-?\d+)/g)].map(([, id]) => id);
  if (body.trimStart().startsWith('['))
    return membersOf(body).filter(({ start }) =>
      membersOf(body, start).some(
        (one) => one.key === 'id' && ids.includes(body.slice(one.start, one.end).split(/:\s*/)[1]),
      ),
    );
  return field === undefined ? [] : membersOf(body).filter(({ key }) => key === field);
}

function merged(places: readonly Place[]): Place[] {
  const ordered = [...places].sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Place[] = [];
  for (const place of ordered) if (place.start >= (apart.at(-1)?.end ?? 0)) apart.push(place);
  return apart;
}
