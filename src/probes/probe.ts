import { type Answered, isAnswered } from '../exchange/exchange.ts';
import type { Exchange, HeaderLine } from '../exchange/records/exchange-record.ts';
import type { Settings, SkipCause } from '../exchange/records/run-record.ts';
import type { OperationName } from '../spec/operations.ts';
import { knownIds, singleRead } from '../store/known.ts';
import { type SkipCode, type SkipReason, type SkipValues, skipReason } from '../text/skips.ts';
import { CREDENTIALS, type Credential } from './credential.ts';

export interface Situation {
  readonly settings: Settings;
  readonly exchanges: readonly Exchange[];
}

export type Method = 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT' | 'PATCH' | 'DELETE';

/** A request. `path` is relative to the base URL; `{key}` in it is the URL-encoded key, in a header the key, and in a body the key as in JSON. */
export interface ProbeRequest {
  readonly operation: OperationName;
  readonly method: Method;
  readonly path: string;
  readonly credential: Credential;
  readonly headers: readonly HeaderLine[];
  readonly body: string | null;
}

export interface NotSent extends SkipReason {
  readonly skip: SkipCause;
}

/** A request that provokes one behaviour, built by a pure function from earlier responses. */
export interface Probe {
  readonly id: string;
  readonly title: string;
  readonly writes: boolean;
  /** Whether it is only about animals of this run. */
  readonly ofCreated?: true;
  /** Whether its URL contains the key, which access logs then show. */
  readonly keyInUrl?: true;
  /** Whether a run with writes repeats it at the end, after the settle time. */
  readonly atEnd?: true;
  /** Neighbouring probes of the same group are sent at the same time, built from what was answered before all of them, if the quota has room. */
  readonly group?: string;
  /** Milliseconds to wait before the request: what happens late, and what an idle connection does, shows then. */
  readonly afterMs?: number;
  /** Said in the plan where the probe is sent only under a condition, e.g. "the store shows 100 animals". */
  readonly onlyIf?: string;
  readonly uses: readonly string[];
  readonly build: (situation: Situation) => ProbeRequest | NotSent;
}

/** A probe that only reads and needs no earlier response, unless `more` differs. */
export const probe = (
  id: string,
  title: string,
  build: Probe['build'],
  more: Partial<Omit<Probe, 'id' | 'title' | 'build'>> = {},
): Probe => ({ id, title, writes: false, uses: [], build, ...more });

export function answerTo(probeId: string, { exchanges }: Pick<Situation, 'exchanges'>): Answered | undefined {
  const last = exchanges.findLast((exchange) => exchange.probe === probeId);
  return last !== undefined && isAnswered(last) ? last : undefined;
}

/** Why the run never sends the probe, if so: a read-only run skips creates, and probes about created animals. */
export function whyNeverSent({ writes, ofCreated, keyInUrl }: Probe, settings: Sending): NotSent | undefined {
  if (settings.readOnly && (writes || ofCreated === true)) return skippedAs('read-only')('read-only');
  return keyInUrl === true && settings.noKeyInUrl !== undefined ? unneeded('key-not-in-url') : undefined;
}

type Sending = Pick<Settings, 'readOnly' | 'noKeyInUrl'>;

export const isSendable = (probe: Probe, settings: Sending): boolean => whyNeverSent(probe, settings) === undefined;

export function isNotSent(built: ProbeRequest | NotSent): built is NotSent {
  return 'skip' in built;
}

const skippedAs =
  (skip: SkipCause) =>
  <Code extends SkipCode>(code: Code, ...values: SkipValues<Code>): NotSent => ({
    skip,
    ...skipReason(code, ...values),
  });

/** Skipped because earlier responses show enough. */
export const unneeded = skippedAs('unneeded');
/** Skipped because evidence is missing. */
export const lacking = skippedAs('prerequisite');

const accept: HeaderLine = ['Accept', 'application/json'];

/** A way to look again: an animal by its id, all animals (of a status), an animal of the last list, or many requests at the same time. */
export type Witness =
  | { readonly get: string }
  | { readonly list: string | undefined }
  | { readonly listed: true }
  | { readonly volley: true };

/** Milliseconds between two moments: what a restart or one failure of a gateway explains is over by then. */
export const APART_MS = 2_000;

/** The requests that decide what is open, to be sent again. */
export interface Confirmation {
  /** Requests whose answer showed a violation that something else may explain. */
  readonly violated: readonly Exchange[];
  readonly early: readonly Exchange[];
  readonly witnesses: readonly Witness[];
  /** The earliest moment, in milliseconds since 1970. */
  readonly due: number;
}

const reading = (operation: OperationName, path: string, credential: Credential): ProbeRequest => ({
  operation,
  method: 'GET',
  path,
  credential,
  headers: [accept],
  body: null,
});

/** GET /pets with the query as written, e.g. `limit=1&status=sold`. */
export const list = (query = '', credential: Credential = CREDENTIALS.key): ProbeRequest =>
  reading('listPets', query === '' ? '/pets' : `/pets?${query}`, credential);

/** GET /pets/{petId} with the id's digits as received. */
export const get = (id: string, credential: Credential = CREDENTIALS.key): ProbeRequest =>
  reading('getPet', `/pets/${encodeURIComponent(id)}`, credential);

export const unlisted = (path: string, credential: Credential): ProbeRequest => reading('other', path, credential);

/** POST /pets with the body as written, digit for digit. */
export function create(
  body: string,
  credential: Credential = CREDENTIALS.key,
  contentType = 'application/json',
): ProbeRequest {
  const headers: HeaderLine[] = [accept, ['Content-Type', contentType]];
  return { operation: 'createPet', method: 'POST', path: '/pets', credential, headers, body };
}

/** Adds header lines; a line replaces the line of the same name, and an empty value removes it. */
export function withHeaders(request: ProbeRequest, lines: readonly HeaderLine[]): ProbeRequest {
  const names = new Set(lines.map(([name]) => name.toLowerCase()));
  const kept = request.headers.filter(([name]) => !names.has(name.toLowerCase()));
  return { ...request, headers: [...kept, ...lines.filter(([, value]) => value !== '')] };
}

/** The Accept header of browsers: HTML before anything else, which some frameworks send for errors. */
export const BROWSER: HeaderLine = ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'];

/** The Accept header of HTTP libraries: JSON among others. */
export const LIBRARY: HeaderLine = ['Accept', 'application/json, text/plain, */*'];

/** An entity tag that no service gives. */
export const OTHER_TAG = '"storecheck"';

/**
 * The digits of an id that no animal has. It differs from that of the animal that was read last, else of another one, by a multiple of
 * 2^32, of 1,000 and of the numbers up to 16: a service that keeps only its last bits, or a cache that looks up a remainder, shows that animal.
 */
export function absentId({ settings, exchanges }: Situation): string {
  const known = knownIds(exchanges);
  const read = exchanges.findLast((exchange) => singleRead(exchange)?.animal?.id !== undefined);
  const like = read === undefined ? known[0] : singleRead(read)?.id;
  const first = LEAST + BigInt(Number.parseInt(settings.tag, 16) % DIFFERENT);
  let id = (BigInt.asUintN(63, BigInt(like ?? '0')) % STEP) + first * STEP;
  while (known.includes(String(id))) id += STEP;
  return String(id);
}

const STEP = 2n ** 32n * 9n * 125n * 7n * 11n * 13n;
/** All multiples lie between 2^62 and 2^63. */
const LEAST = 2n ** 62n / STEP + 1n;
const DIFFERENT = 900;
