import type { Check } from '../../../suites/check.ts';
import {
  type Answered,
  bodyOf,
  type EndedTrace,
  type EndReason,
  type Exchange,
  isAnswered,
  isIntermediary,
  oncePer,
  type Trace,
} from '../../exchange/index.ts';
import { because, type Reason } from '../../rules/outcome.ts';
import type { ReasonCode } from '../../text/reasons/index.ts';
import { nested } from '../../text/template.ts';
import { intermediaries } from './attempts.ts';
import { stoppedByDay } from './day-used-up.ts';

/** The responses that a check reads, and the reasons why others are missing. */
export type Evidence = ReturnType<typeof evidenceFor>;

/**
 * Collects the evidence of a check from one attempt. An unplanned 429 is not evidence for a probe, but rules over every
 * response (`all`) read it: it must have its headers too.
 * @param attempt the exchanges of this attempt
 */
export function evidenceFor(check: Check, attempt: readonly Exchange[], run: EndedTrace) {
  /** Reasons why evidence is missing: any of them keeps the check from passing. */
  const missing: Reason[] = [];
  /** Reasons why probes were skipped on purpose (read-only run). */
  const leftOut: Reason[] = [];
  if (check.from === 'all') return { answered: answersFor(check, attempt, run), missing, leftOut };
  const probes = byProbe(attempt);
  const answered = answersFor(check, attempt, run);
  const usable = new Set(answered.map(({ probe }) => probe));
  for (const probe of check.from) {
    if (usable.has(probe)) continue;
    const asked = probes.get(probe);
    const skip = run.skips.find((other) => other.probe === probe);
    if (asked !== undefined) missing.push(lostReason(asked.first));
    else if (skip === undefined) missing.push(whyUnsent(probe, run));
    else if (skip.cause === 'read-only') leftOut.push(because('read-only'));
    else if (skip.cause !== 'unneeded') missing.push(because('probe-not-sent', { probe, why: nested(skip) }));
  }
  return { answered, missing, leftOut };
}

/** The responses of an attempt that a check reads, in order. */
export function answersFor(
  { from, also = [], decidedBy, except }: Check,
  attempt: readonly Exchange[],
  run: Trace,
): readonly Answered[] {
  const fromProxies = intermediaries(run);
  const counts = (exchange: Answered) => !fromProxies.has(exchange) && except?.(exchange, run) !== true;
  if (from === 'all') return answeredOf(attempt).filter(counts);
  const probes = byProbe(attempt);
  return [...from, ...also]
    .flatMap((probe) => {
      const open = decidedBy?.[probe]?.some((plain) => isOpen(plain, attempt, run)) === true;
      const usable = probes.get(probe)?.usable ?? [];
      return usable.filter((exchange) => !open || exchange.received.status < 400);
    })
    .filter(counts)
    .sort((a, b) => a.seq - b.seq);
}

const answeredOf: (exchanges: readonly Exchange[]) => readonly Answered[] = oncePer((exchanges) =>
  exchanges.filter(isAnswered),
);

interface Asked {
  readonly first: Exchange;
  readonly usable: Answered[];
}

/** The result of each sent probe, computed once for all its checks. */
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

/** The plain version of a probe was needed and has no response: a refusal of the unusual one decides nothing. */
function isOpen(plain: string, attempt: readonly Exchange[], { skips }: Trace): boolean {
  if ((byProbe(attempt).get(plain)?.usable.length ?? 0) > 0) return false;
  return skips.every(({ probe, cause }) => probe !== plain || cause !== 'unneeded');
}

function lostReason(exchange: Exchange): Reason {
  const { probe, received } = exchange;
  if (!isAnswered(exchange)) {
    const failure = 'failure' in received ? received.failure.code : 'unknown';
    return because('probe-unanswered', { probe, failure });
  }
  const { status, cut } = exchange.received;
  if (status === 429) return because('probe-rate-limited', { probe });
  if (cut !== undefined) return because('probe-cut-off', { probe, failure: cut.message });
  if (isIntermediary(exchange.received)) return because('probe-answered-by-proxy', { probe, status });
  const isRemoved = status < 400 || status === 404 || status === 410;
  return because(isRemoved ? 'probe-animal-removed' : 'probe-plain-version-missing', { probe, status });
}

/** The same reason for all unsent requests of a run that ended early, so that reports can fold it. */
function whyUnsent(probe: string, trace: EndedTrace): Reason {
  const { head, end } = trace;
  if (end?.reason === 'complete') return because('probe-not-in-run', { probe });
  if (end?.reason === 'request-budget')
    return because('stopped-at-request-budget', { most: head.settings.maxRequests });
  return stoppedByDay(trace) ?? because(end === null ? 'journal-cut-off' : STOPPED[end.reason]);
}

const STOPPED = {
  'set-up': 'stopped-at-set-up',
  'rate-limited': 'stopped-at-429',
  unanswered: 'stopped-without-response',
  'time-budget': 'stopped-at-time-budget',
  interrupted: 'stopped-by-interrupt',
} as const satisfies Record<Exclude<EndReason, 'complete' | 'request-budget'>, ReasonCode>;
