import { type Answered, headerValue } from '../../exchange/index.ts';
import { HEADERS } from '../../spec/headers.ts';
import { each, isOfService } from '../each.ts';
import { because, observed, outcomeOf, undecided } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';

/** RFC 9110 §15.5.2: a server that sends a 401 must send WWW-Authenticate. */
export const challenges: Rule = each(
  (exchange) => isOfService(exchange) && exchange.received.status === 401,
  (exchange) => {
    if (headerValue(exchange.received.headers, HEADERS.authenticate) !== undefined) return undefined;
    // A service may challenge a request without a credential and forget one with a wrong credential.
    const isBare = headerValue(exchange.sent.headers, 'Authorization') === undefined;
    return violation(exchange, isBare ? 'no-challenge' : 'no-challenge-to-wrong-key', {});
  },
);

/** RFC 9110 §11.1: the scheme word is case-insensitive. Any response except 401 and 403 shows that it was read. */
export const lowerSchemeAccepted: Rule = (evidence, trace) => {
  const refused = evidence.filter(({ received }) => [401, 403].includes(received.status));
  if (refused.length === 0) return outcomeOf([], evidence.filter(isSettled).length);
  const twin = trace.exchanges.some(
    (exchange) => exchange.key !== null && 'status' in exchange.received && exchange.received.status === 200,
  );
  if (!twin) return undecided(because('key-not-accepted'));
  return outcomeOf(
    refused.map((exchange) => violation(exchange, 'lower-scheme-refused', {})),
    refused.length,
  );
};

const isSettled = ({ received }: Answered) => received.status === 200 || received.status === 404;

/** The status of an unlisted path without a key. */
export const unknownPathAnswer: Rule = (evidence) => {
  const [exchange] = evidence;
  return exchange === undefined ? undecided(because('not-sent')) : observed(exchange.received.status, 1);
};
