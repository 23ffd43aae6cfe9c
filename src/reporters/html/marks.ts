import { type Exchange, headerValue, isAnswered } from '../../exchange/index.ts';
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
  const shown = (received.body ?? '').slice(0, length);
  const isThere = (name: string) => headerValue(received.headers, name) !== undefined;
  return {
    status: findings.some((finding) => isAboutStatus(finding, received.status)),
    headers: new Set(names.filter(isThere).map((name) => name.toLowerCase())),
    // A finding about several responses may name headers of another one.
    absent: names.filter(
      (name) => !isThere(name) && findings.some((one) => one.exchanges.length === 1 && headersIn(one).includes(name)),
    ),
    body: merged(findings.flatMap((finding) => placesIn(shown, finding))),
  };
}

const isAboutStatus = (finding: ResultFinding, status: number): boolean =>
  findingText(finding.code)?.actual === '{status}' && finding.params?.['status'] === status;

function headersIn(finding: ResultFinding): string[] {
  const { header, missing, others } = finding.params ?? {};
  const values = [header, missing, others].flat().filter((value) => typeof value === 'string');
  return [...values, ...(findingText(finding.code)?.headers ?? [])];
}

function placesIn(body: string, { params = {} }: ResultFinding): Place[] {
  const { place, field, id, limit, items } = params;
  if (typeof place === 'string') return [placeOf(body, place) ?? []].flat();
  const isList = body.trimStart().startsWith('[');
  if (isList && typeof limit === 'number' && typeof items === 'number') return membersOf(body).slice(limit);
  if (isList)
    return membersOf(body).filter(({ start }) =>
      membersOf(body, start).some((one) => one.key === 'id' && body.slice(one.start, one.end).split(/:\s*/)[1] === id),
    );
  return typeof field === 'string' ? membersOf(body).filter(({ key }) => key === field) : [];
}

function merged(places: readonly Place[]): Place[] {
  const ordered = [...places].sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Place[] = [];
  for (const place of ordered) if (place.start >= (apart.at(-1)?.end ?? 0)) apart.push(place);
  return apart;
}

/** The range of a value in a JSON text, as offsets. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

interface Member extends Place {
  /** The member's name, or the index as digits. */
  readonly key: string;
}

/** The members of the object or array at an offset of the raw text, so that the marked part is what the service sent. */
export function membersOf(text: string, from = blanks(text, 0)): Member[] {
  const open = text[from];
  if (open !== '{' && open !== '[') return [];
  const members: Member[] = [];
  let at = blanks(text, from + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    let key = String(members.length);
    const first = at;
    if (open === '{') {
      const end = valueEnd(text, at);
      key = unquoted(text.slice(at, end));
      at = blanks(text, end);
      if (text[at] !== ':') break;
      at = blanks(text, at + 1);
    }
    const end = valueEnd(text, at);
    if (end === at) break;
    members.push({ key, start: open === '{' ? first : at, end });
    at = blanks(text, end);
    if (text[at] === ',') at = blanks(text, at + 1);
  }
  return members;
}

/** The range of the value of a JSON Pointer with its name, or of its nearest existing parent. */
export function placeOf(text: string, pointer: string): Place | undefined {
  const from = blanks(text, 0);
  let place: Place = { start: from, end: valueEnd(text, from) };
  let value = from;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replace(/~1/g, '/').replace(/~0/g, '~');
    const member = membersOf(text, value).findLast((one) => one.key === key);
    if (member === undefined) break;
    place = member;
    value = text[value] === '{' ? blanks(text, text.indexOf(':', valueEnd(text, member.start)) + 1) : member.start;
  }
  return place.end > place.start ? place : undefined;
}

function blanks(text: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return at;
}

/** The end of the value at an offset. Counts nesting without recursion. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (depth === 0) {
      while (at < text.length && !',:]} \t\r\n'.includes(text[at] ?? '')) at += 1;
      return at;
    }
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
