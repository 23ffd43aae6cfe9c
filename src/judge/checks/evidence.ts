import {
  type Answered,
  bodyOf,
  type Exchange,
  isAnswered,
  isIntermediary,
  oncePer,
  STOPPED,
  type Trace,
} from '../../exchange/index.ts';
import type { Check } from './check.ts';

/** What there is to judge a check by, and why the rest is missing. */
export interface Evidence {
  readonly answered: readonly Answered[];
  /** Reasons why evidence that was wanted is not there: any of them keeps the check from passing. */
  readonly missing: readonly string[];
  /** Probes that were left out on purpose (read-only run), with the reason. */
  readonly leftOut: readonly string[];
}

/**
 * Gathers the evidence of a check. An unplanned 429 and an answer of an intermediary are no evidence for what the probe asks,
 * but rules over every response (`all`) see them: a 429 must carry its headers too.
 */
export function evidenceFor({ from, decidedBy }: Check, trace: Trace): Evidence {
  if (from === 'all') return { answered: answeredOf(trace.exchanges), missing: [], leftOut: [] };
  const answered: Answered[] = [];
  const missing: string[] = [];
  const leftOut: string[] = [];
  const probes = byProbe(trace.exchanges);
  for (const probe of from) {
    const asked = probes.get(probe);
    const undecided = decidedBy?.[probe]?.some((plain) => isOpen(plain, trace)) === true;
    const before = answered.length;
    for (const exchange of asked?.usable ?? [])
      if (!undecided || exchange.received.status < 400) answered.push(exchange);
    if (answered.length > before) continue;
    const skip = trace.skips.find((other) => other.probe === probe);
    if (asked !== undefined) missing.push(`${probe}: ${lostReason(asked.first)}`);
    else if (skip === undefined) missing.push(whyUnsent(probe, trace));
    else if (skip.cause === 'read-only') leftOut.push(skip.reason);
    else if (skip.cause !== 'unneeded') missing.push(`${probe} was not sent: ${skip.reason}`);
  }
  if (from.length > 1) answered.sort((a, b) => a.seq - b.seq);
  return { answered, missing, leftOut };
}

const answeredOf: (exchanges: readonly Exchange[]) => readonly Answered[] = oncePer((exchanges) =>
  exchanges.filter(isAnswered),
);

interface Asked {
  readonly first: Exchange;
  readonly usable: Answered[];
}

/** What became of each probe that was sent, once for all checks that it serves. */
const byProbe: (exchanges: readonly Exchange[]) => ReadonlyMap<string, Asked> = oncePer((exchanges) => {
  const probes = new Map<string, Asked>();
  for (const exchange of exchanges) {
    const asked = probes.get(exchange.probe) ?? { first: exchange, usable: [] };
    if (isUsable(exchange)) asked.usable.push(exchange);
    probes.set(exchange.probe, asked);
  }
  return probes;
});

function isUsable(exchange: Exchange): exchange is Answered {
  if (!isAnswered(exchange) || exchange.received.status === 429) return false;
  return !isIntermediary(exchange.received) && bodyOf(exchange.received).kind !== 'cut';
}

/** The plain version of a probe was wanted and is not there: a refusal of the peculiar one decides nothing. */
function isOpen(plain: string, trace: Trace): boolean {
  if ((byProbe(trace.exchanges).get(plain)?.usable.length ?? 0) > 0) return false;
  return trace.skips.every(({ probe, cause }) => probe !== plain || cause !== 'unneeded');
}

function lostReason(exchange: Exchange): string {
  if (!isAnswered(exchange))
    return `no answer (${'failure' in exchange.received ? exchange.received.failure.code : 'unknown'})`;
  if (exchange.received.status === 429) return 'answered by an unplanned 429';
  if (exchange.received.cut !== undefined) return exchange.received.cut.message;
  if (!isIntermediary(exchange.received))
    return `refused (${exchange.received.status}), and its plain version was not answered`;
  return `answered ${exchange.received.status} without JSON, by a proxy or balancer before the service`;
}

/** A run that ended early says so once for all that it did not come to: no probe is named, so that reports can fold the reason. */
function whyUnsent(probe: string, { end }: Trace): string {
  switch (end?.reason) {
    case undefined:
      return 'the journal has no closing record, the run was cut off';
    case 'complete':
      return `${probe} was not sent: it is no part of this run`;
    case 'set-up':
      return 'the run stopped at a set-up mistake';
    case 'rate-limited':
      return 'the run stopped at an unplanned 429 that waiting did not cure';
    case 'unanswered':
      return 'the run stopped because the service no longer answered';
    case 'request-budget':
      return 'the request budget (--max-requests) was used up';
    case 'time-budget':
    case 'interrupted':
      return STOPPED[end.reason];
  }
}
