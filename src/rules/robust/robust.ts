import { type Exchange, isAnswered, isIntermediary, type Trace } from '../../exchange/index.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import { isSecondLook } from '../confirmed.ts';
import { each, isOfService } from '../each.ts';
import { askAgain, type Finding, outcomeOf, undecided } from '../outcome.ts';
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

/** A probe that got no answer, and none at the second look either, was dropped neither by the network nor by a restart. */
export const alwaysAnswers: Rule = (_evidence, trace) => {
  const probes = groupBy(trace.exchanges, ({ probe }) => probe);
  const dead = [...probes].filter(([, sent]) => sent.every(isLost));
  const findings = dead
    .filter(([, lost]) => isDropped(lost, trace))
    .flatMap(([probe, lost]) => unanswered(probe, lost));
  if (findings.length > 0) return outcomeOf(findings, probes.size);
  const [open] = dead;
  const [example] = open?.[1] ?? [];
  if (open === undefined || example === undefined) return outcomeOf([], probes.size);
  const reason = `${open[0]} got no answer (${failureOf(example)}), and it was not shown that only this probe does`;
  const again = dead.map(([probe]) => probe);
  const notBefore = Math.max(...dead.flatMap(([, lost]) => lost.map(({ received }) => received.at))) + OUTAGE_MS;
  return again.length > MOST_AGAIN ? undecided(reason) : askAgain(reason, 0, { lost: again, notBefore });
};

/** A service that restarts is back by then. */
const OUTAGE_MS = 3_000;

/** A service that was away for longer is not put to all of it again. */
const MOST_AGAIN = 12;

/** At two moments, and the service is there. */
function isDropped(lost: readonly Exchange[], { exchanges }: Trace): boolean {
  const last = lost.at(-1);
  if (last === undefined || !isSecondLook(last)) return false;
  return exchanges.slice(exchanges.indexOf(last) + 1).some((exchange) => !isLost(exchange));
}

function unanswered(probe: string, lost: readonly Exchange[]): Finding[] {
  return lost.slice(0, 1).map((example) => ({
    message: `${example.sent.method} ${example.sent.path} (${probe}) got no answer, ${lost.length} of ${lost.length} times, at two moments, while other requests were answered`,
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
