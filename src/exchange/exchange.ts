import type { Exchange, HeaderLine, RecordedResponse } from './records/exchange-record.ts';
import type { KeyLabel } from './records/types.ts';

/** The start of the code of a failure to connect through the proxy, e.g. PROXY_ECONNREFUSED. */
export const PROXY_PREFIX = 'PROXY_';

/** The failure code of a request that the end of the run aborted. The service may still have stored the animal of a create. */
export const INTERRUPTED = 'INTERRUPTED';

/** Whether storecheck itself aborted the request. Its missing response then says nothing about the service. */
export const isInterrupted = ({ received }: Exchange): boolean =>
  'failure' in received && received.failure.code === INTERRUPTED;

export interface Answered extends Exchange {
  readonly received: RecordedResponse;
}

export const isAnswered = (exchange: Exchange): exchange is Answered => 'status' in exchange.received;

/** The name of a status in counts. A status of 0 stands for no response. */
export const statusName = (status: number): string => (status === 0 ? 'no response' : String(status));

/** The plan of a key: `free` of `free#1`. */
export const planOfKey = (key: KeyLabel | null): string | undefined => key?.split('#')[0];

/** Whether the response is a 429. Many of them can lead to a ban (rule 5 of the specification). */
export const isRateLimited = (exchange: Exchange): exchange is Answered =>
  isAnswered(exchange) && exchange.received.status === 429;

/** Whether the response is a 2xx. */
export const isSuccess = (exchange: Exchange): exchange is Answered =>
  isAnswered(exchange) && exchange.received.status >= 200 && exchange.received.status < 300;

/** Whether the response is a 4xx. */
export const isClientError = (exchange: Exchange): exchange is Answered =>
  isAnswered(exchange) && exchange.received.status >= 400 && exchange.received.status < 500;

/** All values of a header in order, trimmed; names are case-insensitive (RFC 9110 §5.1, §5.5). */
export function headerValues(headers: readonly HeaderLine[], name: string): readonly string[] {
  const lower = name.toLowerCase();
  const values: string[] = [];
  // Comparing lengths first is faster.
  for (const [known, value] of headers)
    if (known.length === lower.length && known.toLowerCase() === lower) values.push(trimmed(value));
  return values;
}

export const headerValue = (headers: readonly HeaderLine[], name: string): string | undefined =>
  headerValues(headers, name)[0];

/** The Authorization header. Several lines are joined, as some servers do, although it is not a list (RFC 9110 §5.3). */
export function authorizationIn({ sent }: Exchange): string | undefined {
  const values = headerValues(sent.headers, 'Authorization');
  return values.length === 0 ? undefined : values.join(', ');
}

/** Removes the spaces and tabs that HTTP allows around a value; other white space belongs to it. */
const trimmed = (value: string): string =>
  // Comparing first is faster: hardly any value has white space at its ends.
  value === value.trim() ? value : value.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');

/** Whether two requests overlapped: each was sent before the other's response was received. */
export const overlaps = (one: Exchange, other: Exchange): boolean =>
  one.sent.at < other.received.at && other.sent.at < one.received.at;
