import type { Answered } from '../exchange/exchange.ts';
import { outcomeOf } from './outcome.ts';
import type { ResponseRule, Rule } from './rule.ts';

/** Applies one rule to every selected response; each of them is a subject. */
export function each(select: (exchange: Answered) => boolean, rule: ResponseRule): Rule {
  return (evidence, trace) => {
    const subjects = evidence.filter(select);
    return outcomeOf(
      subjects.flatMap((exchange) => rule(exchange, trace) ?? []),
      subjects.length,
    );
  };
}

/** A response to an operation that the specification lists. A gateway may answer an unlisted path; the judge ignores what an intermediary answered. */
export function isOfService(exchange: Answered): boolean {
  return exchange.operation !== 'other';
}
