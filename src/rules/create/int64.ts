import { createdAnimals, payloadOf } from '../../store/index.ts';
import { because, type Finding, notApplicable, outcomeOf, undecided } from '../outcome.ts';
import type { Rule } from '../rule.ts';
import { notCreated, somethingCreated } from './accepted.ts';
import { difference } from './echo.ts';

/**
 * Each category beyond 2^53 is returned digit for digit, or refused with 400: a deployment may know only certain
 * categories.
 */
export function int64Kept(categories: readonly string[]): Rule {
  return (evidence, trace) => {
    const findings: Finding[] = [];
    let subjects = 0;
    for (const digits of categories) {
      const tries = evidence.filter((exchange) => payloadOf(exchange)?.categoryId === digits);
      const made = createdAnimals(tries);
      subjects += made.length;
      findings.push(...made.flatMap((one) => difference(one, 'categoryId') ?? []));
      const last = tries.at(-1);
      if (made.length === 0 && last !== undefined && last.received.status !== 400)
        findings.push(notCreated(last, 'value-refused', `categoryId ${digits}`));
    }
    if (subjects === 0 && findings.length === 0) return notApplicable(because('only-known-categories'));
    if (!somethingCreated(trace)) return undecided(because('no-payload-created'));
    return outcomeOf(findings, subjects + findings.length);
  };
}
