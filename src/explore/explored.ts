import {
  type Answered,
  bodyOf,
  type Exchange,
  headerValue,
  isAnswered,
  isIntermediary,
  oncePer,
  type Trace,
} from '../exchange/index.ts';
import { RATE_HEADERS } from '../spec/headers.ts';
import { isExplored } from '../store/index.ts';

/** The exchanges of the exploration that can be judged. */
export const exploredIn: (trace: Trace) => readonly Answered[] = oncePer(({ exchanges }) =>
  exchanges.filter((exchange): exchange is Answered => isExplored(exchange) && isUsable(exchange)),
);

/** The run without its exploration: responses to unusual requests must not change the observations of a run. */
export const withoutExploration: (trace: Trace) => Trace = oncePer((trace) => ({
  ...trace,
  exchanges: trace.exchanges.filter((exchange) => !isExplored(exchange)),
}));

function isUsable(exchange: Exchange): boolean {
  if (!isAnswered(exchange) || exchange.received.status === 429 || isIntermediary(exchange.received)) return false;
  return bodyOf(exchange.received).kind !== 'cut' && !isOfGateway(exchange);
}

/** Statuses with which firewalls and HTTP servers refuse unusual requests before the service reads them. */
const BEFORE_THE_SERVICE = [403, 406, 413, 414, 431];

/**
 * Whether a response says nothing of the service: an intermediary's, without JSON and without the headers of the
 * service, or 411, with which a server may refuse a body without Content-Length (RFC 9112 §6.3).
 */
export function isOfGateway({ sent, received }: Answered): boolean {
  if (received.status === 411 && headerValue(sent.headers, 'Transfer-Encoding') !== undefined) return true;
  return (
    BEFORE_THE_SERVICE.includes(received.status) &&
    bodyOf(received).kind !== 'json' &&
    RATE_HEADERS.every((name) => headerValue(received.headers, name) === undefined)
  );
}
