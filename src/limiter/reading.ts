import { type Exchange, type HeaderLine, isAnswered } from '../exchange/exchange.ts';
import { HEADERS } from '../spec/headers.ts';
import { resetUnit } from './reset-unit.ts';
import { parseRetryAfter, type RetryAfter } from './retry-after.ts';

/**
 * What became of a request. admitted: the service dealt with it, whatever it thought of it (400, 404). refused: 429.
 * turned-away: 401, 403, 5xx, a redirect, any error to a list: the limiter may or may not have had a part in it. unanswered: it may have counted.
 */
export type Fate = 'admitted' | 'refused' | 'turned-away' | 'unanswered';

/** One exchange as the limiter's arithmetic needs it. `sent` and `received` are milliseconds on our clock: the decision fell between. */
export interface Reading {
  readonly exchange: Exchange;
  readonly seq: number;
  readonly phase: string;
  readonly sent: number;
  readonly received: number;
  readonly fate: Fate;
  /** 0 where unanswered. */
  readonly status: number;
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Seconds since 1970; undefined in any other unit. */
  readonly reset: number | undefined;
}

export function read(exchange: Exchange): Reading {
  const { seq, phase = '', sent, received } = exchange;
  const answered = isAnswered(exchange);
  const status = answered ? exchange.received.status : 0;
  // A stored answer shows the numbers of another moment (RFC 9111 §5.1).
  const headers = answered && !isStale(exchange.received.headers) ? exchange.received.headers : [];
  // Written out: a million of these are made, and all of one shape.
  return {
    exchange,
    seq,
    phase,
    sent: sent.at,
    received: received.at,
    fate: answered ? fateOf(status, exchange.operation) : 'unanswered',
    status,
    limit: integer(headerIn(headers, HEADERS.limit)),
    remaining: integer(headerIn(headers, HEADERS.remaining)),
    reset: seconds(headerIn(headers, HEADERS.reset)),
  };
}

const isStale = (headers: readonly HeaderLine[]): boolean => Number(headerIn(headers, HEADERS.age) ?? 0) > 0;

function seconds(text: string | undefined): number | undefined {
  return text !== undefined && resetUnit(text) === 'seconds' ? Number(text) : undefined;
}

function fateOf(status: number, operation: string): Fate {
  if (status === 429) return 'refused';
  if (status >= 200 && status < 300) return 'admitted';
  // The list that is sent has an answer, 200; the other operations are meant to be answered 400 and 404.
  if (operation === 'listPets') return 'turned-away';
  return status >= 400 && status < 500 && status !== 401 && status !== 403 ? 'admitted' : 'turned-away';
}

function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function headerOf({ exchange: { received } }: Reading, name: string): string | undefined {
  return 'status' in received ? headerIn(received.headers, name) : undefined;
}

/** The first value, names compared without regard to letter case (RFC 9110 §5.1); builds nothing, as it is asked millions of times. */
function headerIn(headers: readonly HeaderLine[], name: string): string | undefined {
  for (const [line, value] of headers)
    if (line === name || (line.length === name.length && line.toLowerCase() === name.toLowerCase())) return value;
  return undefined;
}

export function retryAfterOf(reading: Reading): RetryAfter | undefined {
  const text = headerOf(reading, HEADERS.retryAfter);
  return text === undefined ? undefined : parseRetryAfter(text);
}

export const isStored = ({ exchange: { received } }: Reading): boolean =>
  'status' in received && isStale(received.headers);
export const isList = ({ exchange }: Reading): boolean => exchange.operation === 'listPets';
export const isAdmitted = ({ fate }: Reading): boolean => fate === 'admitted';
export const isRefused = ({ fate }: Reading): boolean => fate === 'refused';
export const isUnanswered = ({ fate }: Reading): boolean => fate === 'unanswered';
