import {
  digitsOf,
  type Exchange,
  type HeaderLine,
  headerValue,
  isRecord,
  type Lossless,
  parseJsonText,
} from '../exchange/index.ts';
import { kindShownAs, list, type ProbeRequest } from '../probes/index.ts';
import { type OperationName, PAGE, PET_STATUSES } from '../spec/operations.ts';
import { EXPLORE, isExplored } from '../store/index.ts';

/** A violation that only the exploration shows; the last exchange is the smallest that shows it. */
export interface Violation {
  readonly requirement: string;
  readonly exchanges: readonly number[];
}

export interface Reduction {
  readonly probe: string;
  readonly request: ProbeRequest;
}

/** Maximum requests that confirm and reduce one violation. */
export const PER_VIOLATION = 10;
/** The same for all violations of a run. A defect often violates several requirements, and these requests serve all of them. */
export const REDUCTIONS = 20;
/** Requests for first contact, lost responses and confirmation attempts of other rules. */
export const KEPT_FOR_CONFIRMATION = 20;

const REDUCED = `${EXPLORE}reduced.`;
const END = `${REDUCED}end`;

/**
 * The next request that confirms a violation (the same request) or reduces it (a part of it), or undefined if nothing
 * is left to try. The exchanges show what was tried.
 */
export function nextReduction(
  exchanges: readonly Exchange[],
  violations: readonly Violation[],
  readOnly: boolean,
): Reduction | undefined {
  if (exchanges.filter(({ probe }) => probe.startsWith(REDUCED)).length >= REDUCTIONS) return closing(exchanges);
  const tried = new Set(exchanges.filter(isExplored).map((exchange) => textOf(requestOf(exchange))));
  for (const { requirement, exchanges: seqs } of violations) {
    const smallest = exchanges.find(({ seq }) => seq === seqs.at(-1));
    if (smallest === undefined || !isExplored(smallest) || (readOnly && smallest.sent.method !== 'GET')) continue;
    const probe = `${REDUCED}${requirement}`;
    const sent = exchanges.filter((exchange) => exchange.probe === probe).length;
    if (sent === 0) return { probe, request: requestOf(smallest) };
    if (sent >= PER_VIOLATION) continue;
    const next = reductionsOf(requestOf(smallest)).find((request) => !tried.has(textOf(request)));
    if (next !== undefined) return { probe, request: next };
  }
  return closing(exchanges);
}

/** After creates, the list that shows their effect; it is sent once. */
function closing(exchanges: readonly Exchange[]): Reduction | undefined {
  const last = exchanges.findLast(({ probe }) => probe.startsWith(REDUCED));
  const lastCreate = exchanges.findLast(({ operation }) => operation === 'createPet');
  if (last === undefined || lastCreate?.probe.startsWith(REDUCED) !== true || last.probe === END) return undefined;
  return { probe: END, request: list(`limit=${PAGE.maximum}`) };
}

/** Two requests with the same text are the same. */
export const textOf = ({ method, path, headers, body, credential }: ProbeRequest): string =>
  JSON.stringify([method, path, headers, body, credential]);

export function requestOf({ operation, sent, key }: Exchange): ProbeRequest {
  const { method, path, headers, body } = sent;
  const kind = kindShownAs(headerValue(headers, 'Authorization') ?? '');
  const credential = key === null ? (kind ?? 'none') : 'key';
  const kept = headers.filter(([name]) => credential === 'none' || name !== 'Authorization');
  return {
    operation: operation as OperationName,
    method: method as ProbeRequest['method'],
    path,
    headers: kept,
    body,
    credential,
  };
}

/** Smaller requests that may show the same, the smallest steps last. */
export function reductionsOf(request: ProbeRequest): ProbeRequest[] {
  const smaller = [
    ...withFewerHeaders(request),
    ...withSmallerBody(request).map((body) => ({ ...request, body })),
    ...withShorterQuery(request.path).map((path) => ({ ...request, path })),
  ];
  const size = textOf(request).length;
  return smaller.filter((one) => textOf(one).length < size);
}

/** Without all unusual headers except those with the key; then without one unusual header. */
function withFewerHeaders(request: ProbeRequest): ProbeRequest[] {
  const plain = request.headers.map(([name, value]): HeaderLine => {
    return /^(?:accept|content-type)$/i.test(name) ? [name, 'application/json'] : [name, value];
  });
  const isUsual = ([name]: HeaderLine) => /^(?:accept|content-type|authorization)$/i.test(name);
  const others = request.headers.filter((line) => !isUsual(line));
  return [
    { ...request, headers: plain.filter((line) => isUsual(line) || line[1].includes('{key}')) },
    ...others.map((line) => ({ ...request, headers: request.headers.filter((other) => other !== line) })),
  ];
}

function withShorterQuery(path: string): string[] {
  const [address = '', query = ''] = path.split(/\?(.*)/s);
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (pairs.length === 0) return [];
  return pairs.map((_pair, index) => {
    const rest = pairs.filter((_other, at) => at !== index).join('&');
    return rest === '' ? address : `${address}?${rest}`;
  });
}

/** The same payload without unknown members, without its status, and with a shorter name. */
function withSmallerBody({ body }: ProbeRequest): string[] {
  const members = body === null ? undefined : membersOf(body);
  if (members === undefined) return [];
  const text = (fields: ReadonlyMap<string, string>) =>
    `{${[...fields].map(([name, literal]) => `${JSON.stringify(name)}:${literal}`).join(',')}}`;
  const known = new Map([...members].filter(([name]) => ['name', 'categoryId', 'status'].includes(name)));
  const change = (name: string, literal: string) => new Map([...known, [name, literal]]);
  const isPlainStatus = PET_STATUSES.some((status) => known.get('status') === `"${status}"`);
  const stateless = new Map([...known].filter(([name]) => name !== 'status' || !isPlainStatus));
  const hasInteger = /^-?\d{2,}$/.test(known.get('categoryId') ?? '');
  return [
    ...(hasInteger && known.has('name') ? [text(new Map([...stateless, ['categoryId', '7']]))] : []),
    text(stateless),
    text(known),
    text(members),
    ...shorterNames(known.get('name')).map((name) => text(change('name', name))),
    ...(hasInteger ? [text(change('categoryId', '7'))] : []),
  ];
}

/** The members of an object as they were written, without repeats. */
function membersOf(body: string): ReadonlyMap<string, string> | undefined {
  try {
    const { value } = parseJsonText(body);
    if (!isRecord(value)) return undefined;
    return new Map(Object.entries(value).map(([name, member]) => [name, written(member)]));
  } catch {
    return undefined;
  }
}

function written(value: Lossless): string {
  const digits = digitsOf(value);
  if (digits !== undefined) return digits;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`)
    .join(',')}}`;
}

/** Halves of the text and its words; code points stay complete. */
function shorterNames(literal: string | undefined): string[] {
  if (literal?.startsWith('"') !== true) return [];
  const name: unknown = JSON.parse(literal);
  if (typeof name !== 'string') return [];
  const letters = [...name];
  const middle = Math.ceil(letters.length / 2);
  const parts = [letters.slice(middle), letters.slice(0, middle)].map((part) => part.join(''));
  const words = name.split(' ').filter((word) => word !== '');
  const edges = words.length > 1 ? [words.slice(0, -1).join(' '), words.slice(1).join(' ')] : [];
  return [...parts, ...edges].filter((part) => part !== '' && part !== name).map((part) => JSON.stringify(part));
}
