import { groupBy } from '../../exchange/group.ts';
import { type Exchange, isAnswered, isIntermediary } from '../../exchange/index.ts';
import { each, isOfService } from '../each.ts';
import { type Finding, outcomeOf, undecided } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';

/** Every condition that is probed has a stated answer or a 4xx one. What an intermediary answered is inconclusive, unless asked again in vain. */
export const noServerError: Rule = (evidence, trace) => {
  const own = each(isOfService, (exchange) =>
    exchange.received.status >= 500
      ? {
          message: `${describe(exchange)} (${exchange.probe}${share(exchange, evidence)})`,
          expected: 'a stated answer, or 4xx',
          actual: String(exchange.received.status),
        }
      : undefined,
  )(evidence, trace);
  if (own.kind === 'broken') return own;
  const settled = new Set(evidence.filter(({ received }) => !isIntermediary(received)).map(({ probe }) => probe));
  const stuck = evidence.find((exchange) => isIntermediary(exchange.received) && !settled.has(exchange.probe));
  return stuck === undefined
    ? own
    : undecided(`${describe(stuck)} without JSON, twice: a proxy or balancer before the service?`, evidence.length);
};

/** How often a probe that was sent more than once was answered so. */
function share(exchange: Exchange, evidence: readonly Exchange[]): string {
  const tries = evidence.filter(({ probe }) => probe === exchange.probe);
  if (tries.length < 2) return '';
  const failed = tries.filter((other) => isAnswered(other) && other.received.status >= 500);
  return `, ${failed.length} of ${tries.length} times`;
}

/** A probe that got no answer twice, while its neighbours were answered, was not dropped by the network. */
export const alwaysAnswers: Rule = (_evidence, trace) => {
  const findings: Finding[] = [];
  const { exchanges } = trace;
  const probes = groupBy(exchanges, ({ probe }) => probe);
  let undecidedProbe: Exchange | undefined;
  for (const [probe, lost] of probes) {
    if (!lost.every(isLost)) continue;
    const first = exchanges.findIndex((exchange) => exchange.probe === probe);
    const last = exchanges.findLastIndex((exchange) => exchange.probe === probe);
    const neighbours = [exchanges.slice(0, first).findLast(isAnswered), exchanges.slice(last + 1).find(isAnswered)];
    const [example] = lost;
    if (example === undefined) continue;
    if (lost.length >= 2 && neighbours.every((exchange) => exchange !== undefined))
      findings.push({
        message: `${example.sent.method} ${example.sent.path} (${probe}) got no answer, ${lost.length} of ${lost.length} times, while the requests around it were answered`,
        expected: 'an answer',
        actual: failureOf(example),
        exchanges: lost.map(({ seq }) => seq),
      });
    else undecidedProbe = example;
  }
  if (findings.length === 0 && undecidedProbe !== undefined)
    return undecided(
      `${undecidedProbe.probe} got no answer (${failureOf(undecidedProbe)}), and it was not shown that only this probe does`,
    );
  return outcomeOf(findings, probes.size);
};

/** No answer, or its body broke off; a body longer than the recorder's cap was an answer all the same. */
function isLost(exchange: Exchange): boolean {
  if (!isAnswered(exchange)) return true;
  const { cut } = exchange.received;
  return cut !== undefined && cut.code !== 'TOO_LARGE';
}

function failureOf({ received }: Exchange): string {
  if ('failure' in received) return `${received.failure.code}: ${received.failure.message}`;
  return received.cut === undefined ? 'an answer' : received.cut.message;
}
