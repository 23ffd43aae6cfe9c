import type { Answered } from '../exchange/index.ts';
import { errorBodyProblem } from './error/error-body.ts';
import { outcomeOf, undecided } from './outcome.ts';
import { describe, finding, type Rule } from './rule.ts';

/**
 * Each exchange was refused with `status` and, unless any body will do, the Error body. Right-reason rule: this counts only where `twin` shows that the same request
 * without the break is accepted, so that nothing else can explain the refusal. A finding names its probe: one of several keys that are wrong
 * each in another way may be accepted, and a waiver for that one must not cover the others.
 */
export function refusedWith(status: number, twin: Rule, body: 'Error' | 'any' = 'Error'): Rule {
  return (evidence, trace) => {
    const findings = evidence.flatMap((exchange) => refusalFinding(exchange, status, body) ?? []);
    if (findings.some(({ accepted }) => accepted)) return outcomeOf(findings, evidence.length);
    const valid = twin(evidence, trace);
    if (valid.kind !== 'holds')
      return undecided(
        'reason' in valid ? valid.reason : 'the valid twin of this request was not accepted',
        evidence.length,
      );
    return outcomeOf(findings, evidence.length);
  };
}

function refusalFinding(exchange: Answered, status: number, body: 'Error' | 'any') {
  const got = exchange.received.status;
  if (got !== status) {
    const accepted = got >= 200 && got < 300;
    return {
      ...finding(
        exchange,
        `${describe(exchange)} (${exchange.probe})${accepted ? ': accepted' : ''}`,
        `${status} with the Error body`,
        String(got),
      ),
      accepted,
    };
  }
  const problem = body === 'Error' ? errorBodyProblem(exchange.received) : undefined;
  if (problem === undefined) return undefined;
  return {
    ...finding(
      exchange,
      `${describe(exchange)} (${exchange.probe}) without the Error body`,
      problem.expected,
      problem.actual,
    ),
    accepted: false,
  };
}

/** Each exchange was answered with `status`. */
export function answeredWith(status: number, expected = String(status)): Rule {
  return (evidence) =>
    outcomeOf(
      evidence.flatMap((exchange) =>
        exchange.received.status === status
          ? []
          : [finding(exchange, describe(exchange), expected, String(exchange.received.status))],
      ),
      evidence.length,
    );
}
