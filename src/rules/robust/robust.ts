import { type Exchange, isAnswered, isIntermediary, type Trace } from '../../exchange/index.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import { isOfService } from '../each.ts';
import { type Finding, outcomeOf, undecided } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';

/** Every condition that is probed has a stated answer or a 4xx one. A 5xx of an intermediary counts only if the probe never had another answer. */
export const noServerError: Rule = (evidence, trace) => {
  const own = evidence.filter(isOfService);
  const failed = own.filter(({ received }) => received.status >= 500);
  const blocked = [...groupBy(trace.exchanges.filter(isAnswered), ({ probe }) => probe).values()].flatMap((answers) =>
    answers.every((exchange) => isOfService(exchange) && isIntermediary(exchange.received)) ? answers.slice(-1) : [],
  );
  const findings = [...new Set([...failed, ...blocked])].map((exchange) => ({
    message: `${describe(exchange)} (${exchange.probe}${share(exchange, trace)})`,
    expected: 'a stated answer, or 4xx',
    actual: String(exchange.received.status),
    exchanges: [exchange.seq],
  }));
  return outcomeOf(findings, own.length);
};

/** How often a probe that was sent more than once was answered so. */
function share(exchange: Exchange, { exchanges }: Trace): string {
  const tries = exchanges.filter(({ probe }) => probe === exchange.probe);
  if (tries.length < 2) return '';
  const failed = tries.filter((other) => isAnswered(other) && other.received.status >= 500);
  return `, ${failed.length} of ${tries.length} times`;
}

/** Every probe got an answer. One that never did is a violation if the service answered other requests after it. */
export const alwaysAnswers: Rule = (_evidence, trace) => {
  const probes = groupBy(trace.exchanges, ({ probe }) => probe);
  const dead = [...probes].filter(([, sent]) => sent.every(isLost));
  const dropped = dead.filter(([, lost]) => isAnsweredLater(lost, trace));
  if (dropped.length > 0)
    return outcomeOf(
      dropped.flatMap(([probe, lost]) => unanswered(probe, lost)),
      probes.size,
    );
  const [open] = dead;
  const [example] = open?.[1] ?? [];
  if (open === undefined || example === undefined) return outcomeOf([], probes.size);
  return undecided(`${open[0]} got no answer (${failureOf(example)}), and nothing was answered after it`);
};

function isAnsweredLater(lost: readonly Exchange[], { exchanges }: Trace): boolean {
  const last = lost.at(-1);
  return last !== undefined && exchanges.slice(exchanges.indexOf(last) + 1).some((exchange) => !isLost(exchange));
}

function unanswered(probe: string, lost: readonly Exchange[]): Finding[] {
  return lost.slice(0, 1).map((example) => ({
    message: `${example.sent.method} ${example.sent.path} (${probe}) got no answer, ${lost.length} of ${lost.length} times, while other requests were answered`,
    expected: 'an answer',
    actual: failureOf(example),
    exchanges: lost.map(({ seq }) => seq),
  }));
}

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
