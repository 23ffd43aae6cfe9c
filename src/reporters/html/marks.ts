import { headerValue, isAnswered } from '../../exchange/exchange.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { ResultFinding } from '../../result/result.ts';
import { findingText } from '../../text/findings/index.ts';

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

/** Read from the codes and values of the findings: they name header, status, field, id or JSON Pointer. */
export function marksOf(exchange: Exchange, findings: readonly ResultFinding[], length: number): Marks {
  if (findings.length === 0 || !isAnswered(exchange)) return UNMARKED;
  const { received } = exchange;
  const names = [...new Set(findings.flatMap(headersIn))];
  // Searches only the shown part.
  const body = (received.body ?? '').slice(0, length);
  const values = valuesIn(body);
  const isThere = (name: string) => headerValue(received.headers, name) !== undefined;
  return {
    status: findings.some((finding) => isAboutStatus(finding, received.status)),
    headers: new Set(names.filter(isThere).map((name) => name.toLowerCase())),
    // A finding about several responses may name headers of another one.
    absent: names.filter(
      (name) => !isThere(name) && findings.some((one) => one.exchanges.length === 1 && headersIn(one).includes(name)),
    ),
    body: merged(findings.flatMap((finding) => placesIn(body, values, finding))),
  };
}

const isAboutStatus = (finding: ResultFinding, status: number): boolean =>
  findingText(finding.code)?.actual.startsWith('{status}') === true && finding.params['status'] === status;

function headersIn(finding: ResultFinding): string[] {
  const { header, missing, others } = finding.params;
  const values = [header, missing, others].flat().filter((value) => typeof value === 'string');
  return [...values, ...(findingText(finding.code)?.headers ?? [])];
}

function placesIn(body: string, values: readonly JsonValue[], { params }: ResultFinding): readonly Place[] {
  const { place, field, id, limit, items } = params;
  if (typeof place === 'string') return [nearest(values, place) ?? []].flat();
  const members = values.filter(({ depth }) => depth === 1);
  if (!body.trimStart().startsWith('[')) return members.filter(({ pointer }) => pointer === `/${field}`);
  if (typeof limit === 'number' && typeof items === 'number') return members.slice(limit);
  const ids = values.filter(({ depth, pointer }) => depth === 2 && pointer.endsWith('/id'));
  const own = ids.filter(({ from, end }) => body.slice(from, end) === id).map(({ pointer }) => pointer.slice(0, -3));
  return members.filter(({ pointer }) => own.includes(pointer));
}

function merged(places: readonly Place[]): Place[] {
  const ordered = [...places].sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Place[] = [];
  for (const place of ordered) if (place.start >= (apart.at(-1)?.end ?? 0)) apart.push(place);
  return apart;
}

/** A range of a JSON text, as offsets. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

interface JsonValue extends Place {
  /** JSON Pointer. */
  readonly pointer: string;
  /** Number of objects and arrays around it. */
  readonly depth: number;
  /** Where the value begins, after its name. */
  readonly from: number;
}

const TOKENS = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Every value in the raw text, so that the marked part is what the service sent. The text may be cut off or not JSON. */
export function valuesIn(text: string): JsonValue[] {
  const values: JsonValue[] = [];
  const open: { readonly value: { end: number } & JsonValue; readonly isObject: boolean; members: number }[] = [];
  let name: { readonly key: string; readonly start: number } | undefined;
  for (const { 0: token, index: from } of text.matchAll(TOKENS)) {
    const around = open.at(-1);
    const end = from + token.length;
    if (token === '}' || token === ']') {
      if (around !== undefined) around.value.end = end;
      open.pop();
    } else if (token === ',') name = undefined;
    else if (around?.isObject === true && name === undefined) name = { key: unquoted(token), start: from };
    else if (token !== ':') {
      if (around === undefined && values.length > 0) break;
      const key = name?.key ?? String(around?.members);
      const pointer =
        around === undefined ? '' : `${around.value.pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`;
      const value = { pointer, depth: open.length, start: name?.start ?? from, from, end };
      values.push(value);
      if (around !== undefined) around.members += 1;
      if (token === '{' || token === '[') open.push({ value, isObject: token === '{', members: 0 });
      name = undefined;
    }
  }
  for (const { value } of open) value.end = text.length;
  return values;
}

/** The value of a JSON Pointer, or its nearest existing parent. Of a repeated name, the last value counts. */
export function nearest(values: readonly JsonValue[], pointer: string): JsonValue | undefined {
  const found = values.findLast((value) => value.pointer === pointer);
  return found !== undefined || pointer === ''
    ? found
    : nearest(values, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
