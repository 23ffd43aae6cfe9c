import type { Exchange, HeaderLine } from '../exchange/records/exchange-record.ts';
import { fullListPath, type OperationName, pathOf } from '../spec/operations.ts';
import { knownIds, singleRead } from '../store/known.ts';
import { CREDENTIALS, type Credential } from './credential.ts';
import type { ProbeRequest, Situation } from './probe.ts';

const accept: HeaderLine = ['Accept', 'application/json'];

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

/** As many animals as a list can show, all or of one status. */
export const listAll = (status?: string): ProbeRequest => read(fullListPath(status));

/** GET /pets/{petId} with the id's digits as received. */
export const get = (id: string, credential: Credential = CREDENTIALS.key): ProbeRequest =>
  reading('getPet', pathOf(id), credential);

/** GET of a path of the specification, with the key. */
export const read = (path: string): ProbeRequest =>
  reading(path.startsWith('/pets/') ? 'getPet' : 'listPets', path, CREDENTIALS.key);

export const unlisted = (path: string, credential: Credential): ProbeRequest => reading('other', path, credential);

/** POST /pets with the body as written, digit for digit. */
export function create(body: string, credential: Credential = CREDENTIALS.key): ProbeRequest {
  const headers: HeaderLine[] = [accept, ['Content-Type', 'application/json']];
  return { operation: 'createPet', method: 'POST', path: '/pets', credential, headers, body };
}

/** Adds header lines; a line replaces the line of the same name, and an empty value removes it. */
export function withHeaders(request: ProbeRequest, lines: readonly HeaderLine[]): ProbeRequest {
  const names = new Set(lines.map(([name]) => name.toLowerCase()));
  const kept = request.headers.filter(([name]) => !names.has(name.toLowerCase()));
  return { ...request, headers: [...kept, ...lines.filter(([, value]) => value !== '')] };
}

/** The headers of a request as the journal shows them: the credential is the last one. */
export const shownHeaders = ({ headers, credential }: ProbeRequest): readonly HeaderLine[] =>
  credential === null ? headers : [...headers, ['Authorization', credential]];

/** The request that the client recorded in this exchange, to send it again. */
export function recordedRequest({ operation, sent: { method, path, headers, body } }: Exchange): ProbeRequest {
  const last = headers.at(-1);
  const credential = last?.[0] === 'Authorization' ? last[1] : null;
  const others = credential === null ? headers : headers.slice(0, -1);
  return { operation, method, path, credential, headers: others, body } as ProbeRequest;
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
export function absentId({ head: { settings }, exchanges }: Situation): string {
  const known = knownIds(exchanges);
  const read = exchanges.findLast((exchange) => singleRead(exchange)?.animal?.id !== undefined);
  const like = read === undefined ? known[0] : singleRead(read)?.id;
  const first = LEAST + BigInt(Number.parseInt(settings.tag, 16) % DIFFERENT);
  const rest = BigInt(like ?? '0') % STEP;
  let id = (rest < 0n ? rest + STEP : rest) + first * STEP;
  while (known.includes(String(id))) id += STEP;
  return String(id);
}

const STEP = 2n ** 32n * 9n * 125n * 7n * 11n * 13n;
/** All multiples lie between 2^62 and 2^63. */
const LEAST = 2n ** 62n / STEP + 1n;
const DIFFERENT = 900;
