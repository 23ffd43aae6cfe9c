import { because, type Finding, found, holds, notApplicable, type Outcome, undecided } from '../../rules/outcome.ts';
import { requestName } from '../../spec/operations.ts';
import { type Evidence, inPhase, inSeconds, latest } from '../evidence/evidence.ts';
import { allOurs, drawn, exhausted, refillExcluded, SPARE } from '../evidence/exhaustion.ts';
import { isAdmitted, isList, isRefused, type Reading } from '../evidence/reading.ts';
import { refillsSeen } from '../evidence/refills.ts';
import { largestStep } from '../evidence/steps.ts';

const KINDS = ['createPet', 'getPet'];
const KINDS_ONCE_REMOVED = ['createPet'];

/**
 * limit.all-operations: an exhausted key is refused on every operation. A slot refilled meanwhile is allowed for.
 *
 *   0.1 s   sent  list   ──► 429
 *   0.2 s   sent  create ──► 429
 *   0.2 s   sent  get    ──► 429                  passed
 *   0.2 s   sent  get    ──► 404, Remaining 59    failed: get has a counter of its own
 */
export function judgeOperations(evidence: Evidence): Outcome {
  const sent = inPhase(evidence.minute, 'operations');
  const subjects = sent.length;
  const before = exhausted(evidence);
  if (before === undefined) return undecided(because('key-not-exhausted'), subjects);
  if (subjects === 0) return undecided(because('no-other-operation'));
  const served = sent.filter(isAdmitted);
  const elapsed = Math.max(0, ...served.map(({ received }) => received)) - before.sent;
  // The refusal found less than one slot; a timer that fills the bucket may have fired since (`refill-in-steps`).
  const step = refillExcluded(evidence) ? 0 : Math.ceil(largestStep(evidence, refillsSeen(evidence)));
  const refilled = served.length === 0 ? 0 : Math.ceil(elapsed * evidence.perMs) + (step > 1 ? step : 0);
  if (served.length > 0 && elsewhereExcluded(evidence, served)) {
    const own = served.filter(({ remaining }) => remaining !== undefined && remaining > refilled + SPARE);
    const unlimited = refillExcluded(evidence) || served.length > refilled ? served : own;
    if (unlimited.length > 0) {
      const findings = unlimited.map((reading) => servedFinding(reading, before, elapsed, refilled));
      // The lists stayed refused, so the service did not lose its counters (`counter-per-path`).
      return { kind: 'broken', findings, subjects };
    }
  }
  const stored = storedThoughRefused(evidence, sent);
  if (stored !== undefined) return { kind: 'broken', findings: [stored], subjects };
  if (!evidence.experiment.complete) return undecided(because('experiment-incomplete'), subjects);
  const open = (evidence.experiment.getRemoved === true ? KINDS_ONCE_REMOVED : KINDS).filter(
    (kind) => !sent.some((reading) => reading.operation === kind && sharesCounter(evidence, reading)),
  );
  if (evidence.experiment.readOnly === true && open.every((kind) => kind === 'createPet'))
    return notApplicable(because('read-only'));
  if (open.length === 0) return holds(subjects);
  const responses = sent.filter(({ operation }) => open.includes(operation)).map(({ status }) => status);
  return undecided(because('operation-maybe-refilled', { requests: open.map(requestName), responses }), subjects);
}

/** A later list shows the animal of a create that was refused. Its name is unique. */
function storedThoughRefused(evidence: Evidence, sent: readonly Reading[]): Finding | undefined {
  const create = sent.find((reading) => isRefused(reading) && reading.operation === 'createPet');
  const name = nameIn(create?.exchange?.sent.body);
  if (create === undefined || name === undefined) return undefined;
  const shown = evidence.minute.find(
    ({ sent: at, exchange }) =>
      at > create.received && exchange?.received.body?.includes(JSON.stringify(name)) === true,
  );
  return shown && found('refused-create-stored', { name }, create, shown);
}

function nameIn(body: string | null | undefined): string | undefined {
  return /"name":"([^"]*)"/.exec(body ?? '')?.[1];
}

function servedFinding(reading: Reading, before: Reading, elapsed: number, refilled: number): Finding {
  const { operation, status, remaining = null } = reading;
  const params = { operation, request: requestName(operation), status, remaining, refilled, after: inSeconds(elapsed) };
  return found('operation-not-limited', params, before, reading);
}

/** Refused, or admitted by the same, nearly empty counter: a separate one would be nearly full. */
function sharesCounter({ limit }: Evidence, reading: Reading): boolean {
  if (isRefused(reading)) return true;
  return isAdmitted(reading) && reading.remaining !== undefined && reading.remaining < limit - 1 - SPARE;
}

/**
 * Neither the end of a window between the refusal and these nor requests that leave a rolling window explain them: a list was refused after
 * them, within a window.
 */
function elsewhereExcluded(evidence: Evidence, served: readonly Reading[]): boolean {
  const first = drawn(evidence)[0];
  const last = latest(served, ({ received }) => received);
  if (first === undefined || last === undefined || !allOurs(evidence)) return false;
  const until = first.sent + evidence.windowMs;
  return (
    evidence.limit > SPARE + served.length + evidence.unanswered.length &&
    evidence.refusals.some((refusal) => isList(refusal) && refusal.sent >= last.received && refusal.received <= until)
  );
}
