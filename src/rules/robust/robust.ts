import {
  type Answered,
  type Exchange,
  headerValue,
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

/** No response is a 5xx. Those of an intermediary count if a probe never had another response, or if they keep recurring. */
export const noServerError: Rule = (evidence, trace) => {
  const own = evidence.filter(isOfService);
  const failed = own.filter(({ received }) => received.status >= 500);
  const blocked = [...groupBy(trace.exchanges.filter(isAnswered), ({ probe }) => probe).values()].flatMap((answers) =>
    answers.every((exchange) => isOfService(exchange) && isIntermediary(exchange.received)) ? answers.slice(-1) : [],
  );
  const outages = outagesIn(trace);
  const recurring = areRecurring(outages) ? outages.slice(-1) : [];
  const findings = [...new Set([...failed, ...blocked, ...recurring])].map((exchange) => serverError(exchange, trace));
  if (recurring.length > 0) return { ...outcomeOf(findings, own.length), recurs: true };
  if (findings.length > 0 || outages.length < MANY) return outcomeOf(findings, own.length);
  const statuses = [...new Set(outages.map(({ received }) => received.status))].sort();
  return undecided(because('gateway-error', { statuses, count: outages.length }), own.length);
};

/** So many outages in one run are no accident. */
const MANY = 3;

/** Milliseconds. Nodes that restart one after the other explain several outages, but not over a longer time. */
const RESTARTS_MS = 5_000;

const areRecurring = (outages: readonly Answered[]): boolean =>
  outages.length >= MANY && (outages.at(-1)?.sent.at ?? 0) - (outages[0]?.sent.at ?? 0) >= RESTARTS_MS;

/**
 * The first response of each outage: a 5xx of an intermediary after another response. A 503 with Retry-After is none: it asks the client to come
 * back later (RFC 9110 §15.6.4).
 *
 *   sent  200  502  502  200  502  200  ──► two outages
 */
const outagesIn = oncePer(({ exchanges }: Trace): Answered[] => {
  const answered = exchanges.filter(isAnswered).filter(isOfService);
  return answered.filter((one, index) => isOutage(one) && index > 0 && !isOutage(answered[index - 1]));
});

function isOutage(exchange: Answered | undefined): boolean {
  if (exchange === undefined || !isIntermediary(exchange.received)) return false;
  const { status, headers } = exchange.received;
  return status !== 503 || headerValue(headers, 'Retry-After') === undefined;
}

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
