import {
  type Answered,
  type Exchange,
  isAnswered,
  isIncomplete,
  isIntermediary,
  oncePer,
  type Trace,
} from '../../exchange/index.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import { isExplored } from '../../store/index.ts';
import { isOfService } from '../each.ts';
import { because, type Finding, outcomeOf, undecided } from '../outcome.ts';
import { type Rule, requestOf, violation } from '../rule.ts';

/** No response is a 5xx. One of an intermediary counts only if its probe never had another response. */
export const noServerError: Rule = (evidence, trace) => {
  const own = evidence.filter(isOfService);
  const failed = own.filter(({ received }) => received.status >= 500);
  const blocked = [...groupBy(trace.exchanges.filter(isAnswered), ({ probe }) => probe).values()].flatMap((answers) =>
    answers.every((exchange) => isOfService(exchange) && isIntermediary(exchange.received)) ? answers.slice(-1) : [],
  );
  const findings = [...new Set([...failed, ...blocked])].map((exchange) => serverError(exchange, trace));
  return outcomeOf(findings, own.length);
};

/** A response with 5xx: how often its request was sent and failed, and how many requests of the run failed. */
export function serverError(exchange: Answered, trace: Trace): Finding {
  const isSame = isExplored(exchange)
    ? (other: Exchange) => requestOf(other) === requestOf(exchange)
    : ({ probe }: Exchange) => probe === exchange.probe;
  const tries = trace.exchanges.filter(isSame);
  return violation(exchange, 'server-error', {
    failed: tries.filter(isServerError).length,
    times: tries.length,
    errors: serverErrorsIn(trace),
    requests: trace.exchanges.length,
  });
}

const serverErrorsIn = oncePer(({ exchanges }: Trace): number => exchanges.filter(isServerError).length);

const isServerError = (exchange: Exchange): boolean => isAnswered(exchange) && exchange.received.status >= 500;

/** Every probe got a response. A probe without one is a violation if the service responded to later requests. */
export const alwaysAnswers: Rule = (_evidence, trace) => {
  const probes = groupBy(trace.exchanges, ({ probe }) => probe);
  const dead = [...probes].filter(([, sent]) => sent.every(isLost));
  const dropped = dead.filter(([, lost]) => isAnsweredLater(lost, trace));
  if (dropped.length > 0)
    return outcomeOf(
      dropped.flatMap(([, lost]) => unanswered(lost)),
      probes.size,
    );
  const [open] = dead;
  const [example] = open?.[1] ?? [];
  if (open === undefined || example === undefined) return outcomeOf([], probes.size);
  return undecided(because('no-response-since', { probe: open[0], failure: failureOf(example) }));
};

function isAnsweredLater(lost: readonly Exchange[], { exchanges }: Trace): boolean {
  const last = lost.at(-1);
  return last !== undefined && exchanges.slice(exchanges.indexOf(last) + 1).some((exchange) => !isLost(exchange));
}

function unanswered([example, ...others]: readonly Exchange[]): Finding[] {
  if (example === undefined) return [];
  const finding = violation(example, 'no-response', { times: others.length + 1, failure: failureOf(example) });
  return [{ ...finding, exchanges: [example, ...others].map(({ seq }) => seq) }];
}

/** No response, or an incomplete body. */
const isLost = (exchange: Exchange): boolean => !isAnswered(exchange) || isIncomplete(exchange.received);

function failureOf({ received }: Exchange): string {
  if ('failure' in received) return `${received.failure.code}: ${received.failure.message}`;
  return received.cut === undefined ? 'an answer' : received.cut.message;
}
