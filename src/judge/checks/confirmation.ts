import type { Check } from '../../../suites/check.ts';
import { CHECKS } from '../../../suites/index.ts';
import { isConfirmation, type Trace } from '../../exchange/index.ts';
import type { Confirmation } from '../../probes/index.ts';
import type { Outcome } from '../../rules/outcome.ts';
import { withoutRemoved } from '../../rules/removal.ts';
import { createdOf } from '../../rules/seen.ts';
import { requirement } from '../../spec/requirements/index.ts';
import { attemptsOf } from './attempts.ts';
import { answersFor } from './evidence.ts';
import { isAccepted, otherCauseOf, violations } from './other-cause.ts';
import { selectedChecks } from './select.ts';

/** Milliseconds after which a restarted service responds again. */
const OUTAGE_MS = 3_000;
/** Maximum repeated requests for one check: more show nothing new. */
const PER_CHECK = 3;
/** Maximum requests that are repeated three times. */
const MOST_OFTEN = 6;
/** Maximum repeated requests in all. */
export const MOST_REPEATED = 40;

/** The requests that must be sent before these checks can be judged; empty if everything is settled. */
export function confirmationFor(recorded: Trace): Confirmation {
  const trace = withoutRemoved(recorded);
  const wanted = selectedChecks(CHECKS, trace.head.settings).flatMap((check) => wantedBy(check, trace) ?? []);
  const often = new Set(wanted.flatMap(({ often }) => often));
  return {
    requests: [...new Set(wanted.flatMap(({ requests }) => requests))].slice(0, MOST_REPEATED),
    often: often.size > MOST_OFTEN ? [] : [...often],
    probes: [...new Set(wanted.flatMap(({ probes }) => probes))],
    together: wanted.find(({ together }) => together.length > 0)?.together ?? [],
    notBefore: Math.max(0, ...wanted.map(({ notBefore }) => notBefore)),
  };
}

function wantedBy(check: Check, trace: Trace): Confirmation | undefined {
  const attempt = check.series === true ? trace.exchanges : attemptsOf(trace).first;
  const evidence = answersFor(check, attempt, trace);
  const outcome = check.rule(evidence, trace);
  const { again: probes = [] } = check;
  const none = { requests: [], often: [], probes, together: [], notBefore: 0 };
  if (outcome.kind === 'broken' && otherCauseOf(check, outcome, evidence, trace) !== undefined)
    return { ...none, ...repeated(check, outcome, trace) };
  if (outcome.kind !== 'undecided' || outcome.attempt === undefined) return isLacking(check, trace) ? none : undefined;
  const { notBefore = 0, together } = outcome.attempt;
  return { ...none, notBefore, together: together === undefined ? [] : (check.together ?? []) };
}

/** The requests that showed a violation, one for each probe. */
function repeated(
  { requirement: id }: Check,
  { findings, level: lowered }: Extract<Outcome, { kind: 'broken' }>,
  { exchanges }: Trace,
): Pick<Confirmation, 'requests' | 'often' | 'notBefore'> {
  const done = new Set(exchanges.filter(isConfirmation).map(({ probe }) => probe));
  const shown = violations(findings, exchanges).filter(
    (exchange) => !isAccepted(exchange) && !done.has(exchange.probe),
  );
  const byProbe = [...new Map(shown.map((exchange) => [exchange.probe, exchange])).values()].slice(0, PER_CHECK);
  const reads = byProbe.filter(({ sent }) => sent.method === 'GET');
  return {
    requests: byProbe.map(({ seq }) => seq),
    often: (lowered ?? requirement(id).level) === 'must' ? reads.map(({ seq }) => seq) : [],
    notBefore: Math.max(0, ...byProbe.map(({ received }) => received.at)) + OUTAGE_MS,
  };
}

/** Whether a probe was skipped because no created animal was visible yet. */
function isLacking({ again = [] }: Check, trace: Trace): boolean {
  if (createdOf(trace).length === 0) return false;
  return trace.skips.some(
    ({ probe, cause }) =>
      cause === 'prerequisite' &&
      again.includes(probe) &&
      trace.exchanges.every((exchange) => exchange.probe !== probe),
  );
}
