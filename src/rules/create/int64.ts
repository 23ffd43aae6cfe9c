import { createdAnimals, payloadOf } from '../../store/index.ts';
import { type Finding, notApplicable, outcomeOf, undecided } from '../outcome.ts';
import { describe, finding, type Rule } from '../rule.ts';
import { somethingCreated } from './accepted.ts';
import { shownField } from './fields.ts';

/** Each category beyond 2^53 comes back digit for digit, or is refused with 400: a deployment may know only certain categories. */
export function int64Kept(categories: readonly string[]): Rule {
  return (evidence, trace) => {
    const findings: Finding[] = [];
    let subjects = 0;
    for (const digits of categories) {
      const tries = evidence.filter((exchange) => payloadOf(exchange)?.categoryId === digits);
      const made = createdAnimals(tries);
      subjects += made.length;
      for (const { exchange, answered } of made)
        if (answered.categoryId !== digits)
          findings.push(
            finding(
              exchange,
              `${describe(exchange)}: categoryId came back changed`,
              digits,
              shownField(answered.categoryId),
            ),
          );
      const last = tries.at(-1);
      if (made.length === 0 && last !== undefined && last.received.status !== 400)
        findings.push(finding(last, `${describe(last)} for categoryId ${digits}`, '201', String(last.received.status)));
    }
    if (subjects === 0 && findings.length === 0) return notApplicable('this deployment knows only certain categories');
    if (!somethingCreated(trace)) return undecided('no payload at all was created (create.created comes first)');
    return outcomeOf(findings, subjects + findings.length);
  };
}
