import { type Exchange, headerValue, isAnswered } from '../../exchange/index.ts';
import type { ResultFinding } from '../../result/result.ts';
import type { FindingText } from '../../text/finding.ts';
import { FINDINGS, isFindingCode } from '../../text/findings/index.ts';
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

const textsOf = ({ code }: ResultFinding): FindingText | undefined =>
  code !== undefined && isFindingCode(code) ? FINDINGS[code] : undefined;

const isAboutStatus = (finding: ResultFinding, status: number): boolean =>
  textsOf(finding)?.actual === '{status}' && finding.params?.['status'] === status;

function headersIn(finding: ResultFinding): string[] {
  const { header, missing, others } = finding.params ?? {};
  const values = [header, missing, others].flat().filter((value) => typeof value === 'string');
  return [...values, ...(textsOf(finding)?.headers ?? [])];
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
