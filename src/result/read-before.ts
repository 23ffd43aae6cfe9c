import { type Exchange, isAnswered, type Trace } from '../exchange/index.ts';

/**
 * The latest read with the key of the same URL before a request without the key was accepted: a cache may have answered the latter, so a
 * command repeats the read first. Undefined if other requests without the key show that no cache did.
 */
export function readBefore(exchange: Exchange, { exchanges }: Trace): Exchange | undefined {
  if (exchange.key !== null || !isAccepted(exchange)) return undefined;
  const readOf = ({ seq, sent }: Exchange) =>
    exchanges.findLast((one) => one.seq < seq && one.key !== null && isSameRead(one.sent, sent) && isAccepted(one));
  const hasOtherCause = exchanges.some((one) => {
    if (one.key !== null || one.operation === 'other') return false;
    return isAccepted(one)
      ? readOf(one) === undefined
      : isSameRead(one.sent, exchange.sent) && readOf(one) !== undefined;
  });
  return hasOtherCause ? undefined : readOf(exchange);
}

const isSameRead = (one: Exchange['sent'], other: Exchange['sent']): boolean =>
  one.method === 'GET' && other.method === 'GET' && one.path === other.path;

const isAccepted = (exchange: Exchange): boolean =>
  isAnswered(exchange) && exchange.received.status >= 200 && exchange.received.status < 300;
