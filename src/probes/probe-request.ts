import { CREDENTIALS, type Credential } from '../exchange/authorization.ts';
import type { Exchange, HeaderLine } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { pathOf } from '../spec/operations.ts';
import { knownIds, singleRead } from '../store/views.ts';
import type { ProbeRequest } from './probe.ts';

const ACCEPT: HeaderLine = ['Accept', 'application/json'];

/** GET of a path as it is written. */
export function read(path: string, credential: Credential = CREDENTIALS.key): ProbeRequest {
  const operation = path.startsWith('/pets/') ? 'getPet' : 'listPets';
  return withCredential({ operation, method: 'GET', path, headers: [ACCEPT], body: null }, credential);
}

/** GET /pets with the query as written, e.g. `limit=1&status=sold`. */
export const list = (query = '', credential?: Credential): ProbeRequest =>
  read(query === '' ? '/pets' : `/pets?${query}`, credential);

/** GET /pets/{petId} with the id's digits as received. */
export const get = (id: string, credential?: Credential): ProbeRequest => read(pathOf(id), credential);

/** GET of a path that the specification does not list. */
export const unlisted = (path: string, credential?: Credential): ProbeRequest => ({
  ...read(path, credential),
  operation: 'other',
});

/** POST /pets with the body as written, digit for digit. */
export function create(body: string, credential: Credential = CREDENTIALS.key): ProbeRequest {
  const headers: HeaderLine[] = [ACCEPT, ['Content-Type', 'application/json']];
  return withCredential({ operation: 'createPet', method: 'POST', path: '/pets', headers, body }, credential);
}

/** Adds header lines; a line replaces the line of the same name, and an empty value removes it. */
export function withHeaders(request: ProbeRequest, lines: readonly HeaderLine[]): ProbeRequest {
  const names = new Set(lines.map(([name]) => name.toLowerCase()));
  const kept = request.headers.filter(([name]) => !names.has(name.toLowerCase()));
  return { ...request, headers: [...kept, ...lines.filter(([, value]) => value !== '')] };
}

export const withCredential = (request: ProbeRequest, credential: Credential): ProbeRequest =>
  withHeaders(request, [['Authorization', credential ?? '']]);

/** The request that the client recorded in this exchange, to send it again. */
export const recordedRequest = ({ operation, sent: { at: _, ...request } }: Exchange): ProbeRequest => ({
  operation,
  ...request,
});

/** The Accept header of browsers: HTML before anything else, which some frameworks send for errors. */
export const BROWSER: HeaderLine = ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'];

/** The Accept header of HTTP libraries: JSON among others. */
export const LIBRARY: HeaderLine = ['Accept', 'application/json, text/plain, */*'];

/** An entity tag that no service gives. */
export const OTHER_TAG = '"storecheck"';

/**
 * The digits of an id that no animal has. It differs from the id of the animal that was read last, or of another one, by a multiple of
 * `STEP`. A service that keeps only its last bits, or a cache that keeps a remainder, shows that animal.
 */
export function absentId({ head: { settings }, exchanges }: Trace): string {
  const known = knownIds(exchanges);
  const found = exchanges.map(singleRead).findLast((read) => read?.animal?.id !== undefined);
  const first = MIN_MULTIPLE + BigInt(Number.parseInt(settings.tag, 16) % ABSENT_IDS);
  const rest = BigInt(found?.id ?? known[0] ?? '0') % STEP;
  let id = (rest < 0n ? rest + STEP : rest) + first * STEP;
  while (known.includes(String(id))) id += STEP;
  return String(id);
}

/** A multiple of 2^32, of 1,000 and of the numbers up to 16. */
const STEP = 2n ** 32n * 9n * 125n * 7n * 11n * 13n;
/** All multiples lie between 2^62 and 2^63. */
const MIN_MULTIPLE = 2n ** 62n / STEP + 1n;
const ABSENT_IDS = 900;
