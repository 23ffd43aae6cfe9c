import { type Answered, headerValue, isAnswered } from '../../exchange/exchange.ts';
import { isDayLimit, type RetryAfter, rateHeaders } from '../../exchange/rate-headers.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { readRate } from '../../rules/rate/rate-reading.ts';
import type { Experiment } from '../experiment.ts';

/**
 * The effect of a request. `admitted`: the service processed it, with any result (400, 404). `refused`: 429. `other-error`:
 * 401, 403, 5xx, a redirect, or any error to a list, of which the limiter may be the cause. `unanswered`: it may have counted.
 */
export type Decision = 'admitted' | 'refused' | 'other-error' | 'unanswered';

/** One request for the limiter's arithmetic: the decision fell between `sent` and `received`. Numbers of a stored response are ignored. */
export type DecidedRequest = Readonly<ReturnType<typeof requestOf>>;

/** A 429 with its headers and body. */
export interface Refusal extends DecidedRequest {
  readonly decision: 'refused';
  readonly exchange: Answered;
}

/** @param limits those of the plan, which show whether the headers describe the daily limit; without them, the numbers are as received */
export function requestOf(exchange: Exchange, limits?: Pick<Experiment, 'perDay' | 'perWindow'>) {
  const { seq, phase = '', operation, sent, received } = exchange;
  const answered = isAnswered(exchange) ? exchange : undefined;
  const status = answered?.received.status ?? 0;
  const rate = rateHeaders(answered?.received.headers ?? []);
  const { limit, remaining, reset, resetUnit, date } = rate.isFromCache ? NOTHING : rate;
  const decision: Decision = answered === undefined ? 'unanswered' : decisionOf(status, operation);
  const numbers = { remaining, reset: resetUnit === 'seconds' ? reset : undefined };
  const isDay = limits !== undefined && isDayLimit(limit, { perMinute: limits.perWindow, perDay: limits.perDay });
  // The object is written out, so that a million of them share one hidden class.
  return {
    seq,
    phase,
    operation,
    sent: sent.at,
    received: received.at,
    decision,
    /** The HTTP status; 0 if unanswered. */
    status,
    limit,
    /** Remaining of the window; undefined if the headers describe the daily limit. */
    remaining: isDay ? undefined : numbers.remaining,
    /** Reset of the window, in seconds since 1970; undefined in any other unit, and if the headers describe the daily limit. */
    reset: isDay ? undefined : numbers.reset,
    /** The numbers of the daily limit, if the headers describe it. */
    day: isDay ? numbers : undefined,
    resetUnit,
    /** The server's second, in milliseconds since 1970. */
    date,
    /** The complete response, unless it was admitted without a recorded body: of a million, only the numbers are kept. */
    exchange: decision === 'admitted' && answered?.received.body === null ? undefined : answered,
  };
}

const NOTHING = rateHeaders([]);

export function decisionOf(status: number, operation: string): Decision {
  if (status === 429) return 'refused';
  if (status < 300) return 'admitted';
  // The list must return 200; the other operations are meant to return 400 and 404.
  if (operation === 'listPets') return 'other-error';
  const isClientError = Math.floor(status / 100) === 4;
  return isClientError && !isKeyRefused({ status }) ? 'admitted' : 'other-error';
}

/** Whether the service refuses the key itself, e.g. because it banned it. */
export const isKeyRefused = ({ status }: Pick<DecidedRequest, 'status'>): boolean => [401, 403].includes(status);

/** A header of a refusal: its first value. */
export const headerOf = ({ exchange: { received } }: Refusal, name: string): string | undefined =>
  headerValue(received.headers, name);

export const retryAfterOf = ({ exchange }: Refusal): RetryAfter | undefined => readRate(exchange).retryAfter;

export const isList = ({ operation }: DecidedRequest): boolean => operation === 'listPets';
export const isAdmitted = ({ decision }: DecidedRequest): boolean => decision === 'admitted';
export const isRefused = (request: DecidedRequest): request is Refusal => request.decision === 'refused';
export const isUnanswered = ({ decision }: DecidedRequest): boolean => decision === 'unanswered';
