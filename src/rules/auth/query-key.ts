import { because, notApplicable, outcomeOf, undecided } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';
import { refusedWith } from '../status.ts';
import { realKeyAccepted } from '../twin.ts';

const refused = refusedWith(401, realKeyAccepted, 'any');

/**
 * The key in the query string does not count. The probe has no Authorization header. If it is accepted, a list without
 * the query shows whether the key in the query was the reason, or no key was needed.
 */
export const queryKeyRefused: Rule = (evidence, trace) => {
  const withQuery = evidence.filter(({ sent }) => sent.path.includes('?'));
  if (withQuery.length === 0) return notApplicable(because('key-not-in-url'));
  const plain = evidence.filter(({ sent }) => !sent.path.includes('?'));
  const accepted = withQuery.filter(({ received }) => received.status < 400);
  if (accepted.length === 0) {
    const bare = plain.find(({ received }) => received.status === 401);
    const parameter = withQuery.some(({ received }) => received.status === 400 || received.status === 422);
    if (parameter && bare !== undefined) return notApplicable(because('query-refused-first'));
    return refused(withQuery, trace);
  }
  if (plain.some(({ received }) => received.status < 400)) return undecided(because('list-needs-no-key'));
  return outcomeOf(
    accepted.map((exchange) => violation(exchange, 'query-key-accepted', {})),
    accepted.length,
  );
};
