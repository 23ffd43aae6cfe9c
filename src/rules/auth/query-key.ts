import { notApplicable, outcomeOf, undecided } from '../outcome.ts';
import { describe, finding, type Rule } from '../rule.ts';
import { refusedWith } from '../status.ts';
import { realKeyAccepted } from '../twin.ts';

const refused = refusedWith(401, realKeyAccepted, 'any');

/**
 * The key in the query string does not count. The probe has no Authorization header either; where it is let in, a list without
 * the query tells whether the query did it or no key was needed at all.
 */
export const queryKeyRefused: Rule = (evidence, trace) => {
  const withQuery = evidence.filter(({ sent }) => sent.path.includes('?'));
  const plain = evidence.filter(({ sent }) => !sent.path.includes('?'));
  const letIn = withQuery.filter(({ received }) => received.status < 400);
  if (letIn.length === 0) {
    const bare = plain.find(({ received }) => received.status === 401);
    const parameter = withQuery.some(({ received }) => received.status === 400 || received.status === 422);
    if (parameter && bare !== undefined)
      return notApplicable('unknown query parameters are refused before a key in them could count');
    return refused(withQuery, trace);
  }
  if (plain.some(({ received }) => received.status < 400))
    return undecided('the list needs no key at all (auth.required.list comes first)');
  return outcomeOf(
    letIn.map((exchange) =>
      finding(
        exchange,
        `${describe(exchange)} with the key only in the query string`,
        '401',
        String(exchange.received.status),
      ),
    ),
    letIn.length,
  );
};
