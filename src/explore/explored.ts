import {
  type Answered,
  bodyOf,
  type Exchange,
  hasMembers,
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
  return bodyOf(exchange.received).kind !== 'cut' && !isBeforeTheService(exchange);
}

/** Statuses with which firewalls and HTTP servers refuse unusual requests before the service reads them. */
const BEFORE_THE_SERVICE = [403, 406, 413, 414, 431];

/** Refused because the body came in chunks, without its length (RFC 9112 §6.3), or because the media type is not written as usual. */
function isRefusedForForm({ sent, received }: Answered): boolean {
  if (received.status === 411) return headerValue(sent.headers, 'Transfer-Encoding') !== undefined;
  return received.status === 415 && headerValue(sent.headers, 'Content-Type') !== 'application/json';
}

/** Whether the request was refused before the service read it: without its headers and its Error body, or for its form. */
export function isBeforeTheService(exchange: Answered): boolean {
  const { received } = exchange;
  if (isRefusedForForm(exchange)) return true;
  return (
    BEFORE_THE_SERVICE.includes(received.status) &&
    !hasMembers(bodyOf(received), ['code', 'message', 'status']) &&
    RATE_HEADERS.every((name) => headerValue(received.headers, name) === undefined)
  );
}
