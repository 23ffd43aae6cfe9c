import {
  type Answered,
  bodyOf,
  type EndedTrace,
  type Exchange,
  isAnswered,
  isIntermediary,
  oncePer,
  STOPPED,
  type Trace,
} from '../../exchange/index.ts';
import { intermediaries } from './attempts.ts';
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
 * Gathers the evidence of a check from one attempt. An unplanned 429 is no evidence for what the probe asks, but rules over every response
 * (`all`) see it: it must carry its headers too.
 * @param attempt what this attempt recorded, of the complete run
 */
export function evidenceFor(check: Check, attempt: readonly Exchange[], run: EndedTrace): Evidence {
  const missing: string[] = [];
  const leftOut: string[] = [];
  if (check.from === 'all') return { answered: answersFor(check, attempt, run), missing, leftOut };
  const probes = byProbe(attempt);
  const answered = answersFor(check, attempt, run);
  const usable = new Set(answered.map(({ probe }) => probe));
  for (const probe of check.from) {
    if (usable.has(probe)) continue;
    const asked = probes.get(probe);
    const skip = run.skips.find((other) => other.probe === probe);
    if (asked !== undefined) missing.push(`${probe}: ${lostReason(asked.first)}`);
    else if (skip === undefined) missing.push(whyUnsent(probe, run));
    else if (skip.cause === 'read-only') leftOut.push(skip.reason);
    else if (skip.cause !== 'unneeded') missing.push(`${probe} was not sent: ${skip.reason}`);
  }
  return { answered, missing, leftOut };
}

/** The responses of an attempt that a check reads, in order. */
export function answersFor(
  { from, also = [], decidedBy, except }: Check,
  attempt: readonly Exchange[],
  run: Trace,
): readonly Answered[] {
  const foreign = intermediaries(run);
  if (from === 'all') return answeredOf(attempt).filter((exchange) => !foreign.has(exchange));
  const probes = byProbe(attempt);
  return [...from, ...also]
    .flatMap((probe) => {
      const open = decidedBy?.[probe]?.some((plain) => isOpen(plain, attempt, run)) === true;
      const usable = probes.get(probe)?.usable ?? [];
      return usable.filter((exchange) => !open || exchange.received.status < 400);
    })
    .filter((exchange) => !foreign.has(exchange) && except?.(exchange, run) !== true)
    .sort((a, b) => a.seq - b.seq);
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
  return bodyOf(exchange.received).kind !== 'cut';
}

/** The plain version of a probe was wanted and is not there: a refusal of the peculiar one decides nothing. */
function isOpen(plain: string, attempt: readonly Exchange[], { skips }: Trace): boolean {
  if ((byProbe(attempt).get(plain)?.usable.length ?? 0) > 0) return false;
  return skips.every(({ probe, cause }) => probe !== plain || cause !== 'unneeded');
}

function lostReason(exchange: Exchange): string {
  if (!isAnswered(exchange))
    return `no answer (${'failure' in exchange.received ? exchange.received.failure.code : 'unknown'})`;
  if (exchange.received.status === 429) return 'answered by an unplanned 429';
  if (exchange.received.cut !== undefined) return exchange.received.cut.message;
  const { status } = exchange.received;
  if (isIntermediary(exchange.received)) return `a proxy or balancer before the service answered ${status}`;
  return status < 400 || status === 404 || status === 410
    ? `what it asked for was removed meanwhile (${status})`
    : `refused (${status}), and its plain version was not answered`;
}

/** A run that ended early says so once for all that it did not come to: no probe is named, so that reports can fold the reason. */
function whyUnsent(probe: string, { end }: EndedTrace): string {
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
