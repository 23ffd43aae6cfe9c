import type { Answered } from '../exchange/index.ts';
import { outcomeOf, undecided } from './outcome.ts';
import { type Rule, violation } from './rule.ts';
import { errorBodyFinding } from './schema/matches.ts';

/**
 * Each exchange was refused with `status` and, unless any body is right, the Error body. This counts only if `twin`
 * shows that the same request without the defect is accepted, so that nothing else explains the refusal. A finding
 * names its probe: one of several wrong keys may be accepted, and a waiver for that one must not cover the others.
 */
export function refusedWith(status: number, twin: Rule, body: 'Error' | 'any' = 'Error'): Rule {
  return (evidence, trace) => {
    const outcome = outcomeOf(
      evidence.flatMap((exchange) => refusalFinding(exchange, status, body) ?? []),
      evidence.length,
    );
    if (evidence.some(isAccepted)) return outcome;
    const valid = twin(evidence, trace);
    return 'reason' in valid ? undecided(valid, evidence.length) : outcome;
  };
}

export const isAccepted = ({ received }: Answered) => received.status >= 200 && received.status < 300;

function refusalFinding(exchange: Answered, wanted: number, body: 'Error' | 'any') {
  if (exchange.received.status === wanted) return body === 'Error' ? errorBodyFinding(exchange) : undefined;
  return notRefused(exchange, wanted);
}

export const notRefused = (exchange: Answered, wanted: number) =>
  violation(exchange, isAccepted(exchange) ? 'not-refused' : 'wrong-refusal', { wanted, flaw: flawOf(exchange) });

/** What is wrong with a request that has the key, after its method and path. */
function flawOf({ operation, key, probe }: Answered): string {
  if (key === null) return '';
  return operation === 'createPet'
    ? ` with an invalid payload (${probe.replace(/^.*\./, '').replaceAll('-', ' ')})`
    : ' for an id that no animal has';
}

/** If the plain version of a probe was sent, only its response counts: the other value of the probe was refused. */
export function plainFirst(plainProbe: string, rule: Rule): Rule {
  return (evidence, trace) => {
    const plain = evidence.filter(({ probe }) => probe === plainProbe);
    return rule(plain.length > 0 ? plain : evidence, trace);
  };
}

export function answeredWith(status: number, code: 'not-created' | 'list-refused'): Rule {
  return (evidence) =>
    outcomeOf(
      evidence.flatMap((exchange) => (exchange.received.status === status ? [] : [violation(exchange, code, {})])),
      evidence.length,
    );
}
