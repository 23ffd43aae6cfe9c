import { type Answered, headerValue } from '../../exchange/index.ts';
import { HEADERS } from '../../spec/headers.ts';
import { each, isOfService } from '../each.ts';
import { observed, outcomeOf, undecided } from '../outcome.ts';
import { describe, finding, type Rule } from '../rule.ts';

/** RFC 9110 §15.5.2: a server that sends a 401 must send WWW-Authenticate. */
export const challenges: Rule = each(
  (exchange) => isOfService(exchange) && exchange.received.status === 401,
  (exchange) =>
    headerValue(exchange.received.headers, HEADERS.authenticate) === undefined
      ? {
          message: `${describe(exchange)} without ${HEADERS.authenticate}, to a request ${credentialOf(exchange)}`,
          expected: `a ${HEADERS.authenticate} header`,
          actual: 'none',
        }
      : undefined,
);

/** A service may challenge who sends no credential and forget who sends a wrong one. */
const credentialOf = ({ sent }: Answered) =>
  headerValue(sent.headers, 'Authorization') === undefined ? 'with no credential' : 'with a wrong credential';

/** RFC 9110 §11.1: the scheme word is case-insensitive, so it is the same key. Any answer but 401 and 403 shows that it was read. */
export const lowerSchemeAccepted: Rule = (evidence, trace) => {
  const refused = evidence.filter(({ received }) => [401, 403].includes(received.status));
  if (refused.length === 0) return outcomeOf([], evidence.filter(isSettled).length);
  const twin = trace.exchanges.some(
    (exchange) => exchange.key !== null && 'status' in exchange.received && exchange.received.status === 200,
  );
  if (!twin) return undecided('the real key was not accepted anywhere');
  return outcomeOf(
    refused.map((exchange) =>
      finding(
        exchange,
        `${describe(exchange)} for \`bearer KEY\``,
        'accepted like `Bearer KEY`',
        String(exchange.received.status),
      ),
    ),
    refused.length,
  );
};

const isSettled = ({ received }: Answered) => received.status === 200 || received.status === 404;

/** What an unlisted path answers without a key. */
export const unknownPathAnswer: Rule = (evidence) => {
  const [exchange] = evidence;
  return exchange === undefined ? undecided('not asked') : observed(exchange.received.status, 1);
};
