import type { Exchange, Failure, HeaderLine } from '../../../src/exchange/records/exchange-record.ts';
import type { KeyLabel } from '../../../src/exchange/records/schema.ts';
import type { Redact } from '../../../src/exchange/redact.ts';
import { RATE_HEADERS } from '../../../src/spec/headers.ts';
import { LIST_ALL, type Request } from './request.ts';

/** The response to a request, as the network library returned it, or why there is none. */
export type Delivery =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
      /** Milliseconds from the call until the connection: before that, nothing can have reached the server. */
      readonly blocked: number;
    }
  | { readonly failure: Failure };

/** Sends a request with the key of that label. Never rejects. */
export type Deliver = (request: Request, key: KeyLabel) => Promise<Delivery>;

/** Maximum characters of a recorded body: of an error that is not a refusal, and of any other. */
const ERROR_CAP = 2_048;
const CAP = 65_536;

/** What the journal keeps of a delivery. The body of an admitted read is omitted, except for a complete page: it proves nothing about a limit. */
export function receivedFrom(delivery: Delivery, request: Request, at: number, redact: Redact): Exchange['received'] {
  if ('failure' in delivery) {
    const { code, message } = delivery.failure;
    return { at, failure: { code, message: redact(message) } };
  }
  const { status } = delivery;
  const headers = recordedHeaders(delivery.headers).map(([name, value]) => [name, redact(value)] as const);
  const isOmitted = status < 400 && request.method === 'GET' && request !== LIST_ALL;
  const text = isOmitted || delivery.body === null ? null : redact(delivery.body);
  const cap = status < 400 || status === 429 ? CAP : ERROR_CAP;
  if (text === null || text.length <= cap) return { at, status, headers, body: text };
  const cut = { code: 'RECORDER_CAP', message: `only the first ${cap} characters were kept` };
  return { at, status, headers, body: text.slice(0, cap), cut };
}

/** The only recorded headers: those of the limiter, the clock, a created animal, and a proxy in front of the service. */
const RECORDED = [...RATE_HEADERS, 'Retry-After', 'Date', 'Age', 'Location', 'Content-Type', 'Server'];

/** k6 gives the headers of a response under Go's canonical names, and joins repeated lines with ", ". */
function recordedHeaders(headers: Readonly<Record<string, string>>): HeaderLine[] {
  return RECORDED.flatMap((name): HeaderLine[] => {
    const value = headers[name.replace('RateLimit', 'Ratelimit')];
    return value === undefined ? [] : [[name, String(value)]];
  });
}
