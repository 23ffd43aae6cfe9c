import { groupBy } from '../../exchange/journal/group.ts';
import {
  because,
  brokenUnless,
  type Finding,
  found,
  holds,
  notApplicable,
  type Outcome,
  outcomeOf,
  type Reason,
  undecided,
} from '../../rules/outcome.ts';
import { requestName } from '../../spec/operations.ts';
import {
  durationOf,
  type Evidence,
  inPhase,
  inSeconds,
  latest,
  least,
  most,
  oursBetween,
} from '../evidence/evidence.ts';
import { allOurs, drawn, exhausted, refillExcluded, SPARE } from '../evidence/exhaustion.ts';
import { isAdmitted, isRefused, type Reading } from '../evidence/reading.ts';
import { largestStep } from '../evidence/refills.ts';

/**
 * rate.counts-every-operation, of a key whose limit is exhausted: before the burst, each operation is sent twice, one after the other.
 *
 *   sent  list           ──► 200, Remaining 57
 *   sent  create, create ──► 400, 400, Remaining 56, 55   passed: each draws one
 *   sent  create, create ──► 400, 400, Remaining 55, 53   failed, if a confirmation attempt shows it again: each draws two
 *   sent  create, create ──► 400, 400, Remaining 57, 57   failed, likewise: they draw none
 */
export function judgeDraws(evidence: Evidence): Outcome {
  const prelude = inPhase(evidence.minute, 'calibrate', 'second-key', 'each-operation');
  const chain = prelude.slice(prelude.findLastIndex(({ phase }) => phase === 'calibrate'));
  const [first] = chain;
  const probes = inPhase(chain, 'each-operation');
  if (first === undefined || probes.length === 0) return notApplicable(because('operations-not-sent'));
  // Those of the minute: a response of the day has none (`first-response-of-the-day`).
  const resets = chain.flatMap(({ reset }) => reset ?? []);
  if ((most(resets) - least(resets)) * 1_000 >= evidence.windowMs - 2_000)
    return undecided(because('window-edge-in-burst'), probes.length);
  const draws = chain.slice(1).flatMap((after, index) => drawOf(evidence, chain[index] ?? first, after) ?? []);
  const odd = [...groupBy(draws, ({ after }) => after.operation)].flatMap(([operation, own]) => {
    const [fall, back] = [sumOf(own, 'fall'), Math.ceil(sumOf(own, 'back'))];
    const isOdd = fall > own.length || fall < own.length - back;
    return isOdd ? [{ operation, fall, count: own.length, shown: own.map(({ after }) => after) }] : [];
  });
  const [worst] = odd;
  if (worst === undefined) {
    const unshown = probes.find(({ operation }) => !draws.some(({ after }) => after.operation === operation));
    return unshown === undefined ? holds(draws.length) : undecided(whyUnshown(chain), probes.length);
  }
  const { operation, fall, count, shown } = worst;
  const cause = because(fall > count ? 'other-requests' : 'restart-or-set-clock', { requests: fall - count });
  const moved = fall === 0 ? 'did not change' : `${fall < 0 ? 'rose' : 'fell'} by ${Math.abs(fall)}`;
  const finding = found('operation-draw', { operation, request: requestName(operation), moved, count }, ...shown);
  return brokenUnless(cause, finding, probes.length);
}

type Draw = NonNullable<ReturnType<typeof drawOf>>;

/**
 * What one request before the burst drew; undefined for a list, if either Remaining is of another limit or unknown, and if the second key
 * came in between: limit.keys-independent judges whether it draws on the same counter.
 */
function drawOf(evidence: Evidence, before: Reading, after: Reading) {
  const isBetween = evidence.secondKey.some(({ sent }) => sent >= before.sent && sent < after.sent);
  if (after.phase !== 'each-operation' || isBetween || !isCounted(before) || !isCounted(after)) return undefined;
  if (before.limit !== after.limit) return undefined;
  // What a refill may have brought back meanwhile.
  const back = refillExcluded(evidence) ? 0 : (after.received - before.sent) * evidence.perMs;
  // By how much Remaining fell; negative if it rose.
  return { after, fall: shownBy(before) - shownBy(after), back };
}

/** Remaining of either limit: what draws on one draws on the other (`day-limit-shown`). */
const shownBy = ({ remaining, day }: Reading): number => remaining ?? day?.remaining ?? Number.NaN;
const isCounted = (reading: Reading): boolean => isAdmitted(reading) && !Number.isNaN(shownBy(reading));

/** Why no response shows what an operation draws. */
function whyUnshown(chain: readonly Reading[]): Reason {
  const other = chain.find((reading) => !isAdmitted(reading));
  if (other === undefined) return because('operations-without-remaining');
  return because('operation-not-admitted', { request: requestName(other.operation), status: other.status });
}

const sumOf = (draws: readonly Draw[], what: 'fall' | 'back') => draws.reduce((sum, draw) => sum + draw[what], 0);

/** limit.all-operations: an exhausted key is refused on every operation. A slot refilled meanwhile is allowed for. */
export function judgeOperations(evidence: Evidence): Outcome {
  const sent = inPhase(evidence.minute, 'operations');
  const subjects = sent.length;
  const before = exhausted(evidence);
  if (before === undefined) return undecided(because('key-not-exhausted'), subjects);
  if (subjects === 0) return undecided(because('no-other-operation'));
  const served = sent.filter(isAdmitted);
  const elapsed = Math.max(0, ...served.map(({ received }) => received)) - before.sent;
  // The refusal found less than one slot; a timer that fills the bucket may have fired since (`refill-in-steps`).
  const step = refillExcluded(evidence) ? 0 : Math.ceil(largestStep(evidence));
  const refilled = Math.ceil(elapsed * evidence.perMs) + step;
  if (elsewhereExcluded(evidence, served)) {
    const own = served.filter(({ remaining }) => remaining !== undefined && remaining > refilled + SPARE);
    const unlimited = refillExcluded(evidence) ? served : own;
    const findings = unlimited.map((reading) => {
      const { operation, status, remaining = null } = reading;
      const shown = { operation, request: requestName(operation), status, remaining, refilled };
      return found('operation-not-limited', { ...shown, after: inSeconds(elapsed) }, before, reading);
    });
    const [finding] = findings;
    // A counter of two windows (`window-two-cells`), whose edge was in the burst, returns a single slot now and then: not at the next attempt, too.
    if (finding !== undefined && findings.length === 1 && (unlimited[0]?.remaining ?? 0) <= 1)
      return brokenUnless(because('temporary-cause'), finding, subjects);
    // The lists stayed refused, so the service did not lose its counters (`limits-counter-per-path`).
    if (findings.length > 0) return outcomeOf(findings, subjects);
  }
  const stored = storedThoughRefused(evidence, sent);
  if (stored !== undefined) return outcomeOf([stored], subjects);
  const { getRemoved } = evidence.experiment;
  const open = ['createPet', ...(getRemoved === true ? [] : ['getPet'])].filter(
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
  const [, name] = /"name":"([^"]*)"/.exec(create?.exchange?.sent.body ?? '') ?? [];
  if (create === undefined || name === undefined) return undefined;
  const shown = evidence.minute.find(
    ({ sent: at, exchange }) =>
      at > create.received && exchange?.received.body?.includes(JSON.stringify(name)) === true,
  );
  return shown && found('refused-create-stored', { name }, create, shown);
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
  return evidence.refusals.some(({ sent, received }) => sent >= last.received && received <= until);
}

/**
 * limit.keys-independent: of requests A, B, A, B, two counters each fall by 1 per key, and a shared counter falls by 2.
 *
 *   sent  A, B, A, B ──► Remaining 58, 59, 57, 58   passed
 *   sent  A, B, A, B ──► Remaining 58, 57, 56, 55   failed: one counter
 *   sent  60 × A     ──► A is exhausted
 *   sent  B          ──► 200, Remaining 58          passed, if A is refused again afterwards, or shows Remaining 2
 *   sent  B          ──► 429, Remaining 57          failed: B has quota of its own left
 */
export function judgeKeys(evidence: Evidence): Outcome {
  if (evidence.experiment.secondKey === undefined)
    return notApplicable(because('option-not-given', { option: '--second-key' }));
  const second = evidence.secondKey;
  if (second.length === 0) return undecided(because('nothing-with-second-key'));
  if (isSpared(evidence)) return holds(second.length);
  // When the first key is exhausted.
  const refused = second.find((reading) => isRefused(reading) && reading.sent > (exhausted(evidence)?.received ?? 0));
  if (refused !== undefined && (refused.remaining ?? 0) > SPARE)
    return outcomeOf([found('second-key-refused', { remaining: refused.remaining ?? 0 }, refused)], second.length);
  const [a0, a1] = inPhase(evidence.minute, 'second-key').slice(-2);
  // A third one is sent when the first key is exhausted.
  const [b0, b1] = second;
  const chain = [a0, b0, a1, b1].flatMap((reading) =>
    reading?.remaining === undefined || !isAdmitted(reading) ? [] : [reading],
  );
  if (chain.length < 4) return undecided(because('keys-in-turn-incomplete'), second.length);
  const values = chain.map(({ remaining = 0 }) => remaining);
  const used = chain.map((reading) => usedOf(evidence, reading));
  // Four counts that rise one by one need one counter, or 3 requests of other clients.
  if (used.every((count, index) => index === 0 || count === (used[index - 1] ?? 0) + 1))
    return outcomeOf([found('keys-share-counter', { values }, ...chain)], chain.length);
  const [a = 0, b = 0, nextOfA = 0, nextOfB = 0] = used;
  // A count that does not rise shows a new window or a refill between the two (`twice-the-limit`).
  const ownRises = nextOfA - a === 1 && nextOfB - b === 1;
  // A shared counter rises with each of the four requests, except for a refill.
  const refilled = refillExcluded(evidence) ? 0 : Math.ceil(durationOf(chain) * evidence.perMs);
  const commonRise = nextOfB - a >= 3 - refilled;
  if (ownRises && !commonRise)
    return refused === undefined ? holds(chain.length) : undecided(because('second-key-refused-too'), chain.length);
  return undecided(because('keys-in-turn-unclear', { values }), chain.length);
}

/** The direct proof: the service admitted the second key when the first one was exhausted, and no refill explains it. */
function isSpared(evidence: Evidence): boolean {
  const refusal = exhausted(evidence);
  if (refusal === undefined) return false;
  return evidence.secondKey.some((reading) => {
    if (!isAdmitted(reading) || reading.sent < refusal.received) return false;
    const later = evidence.minute.filter((other) => other.sent >= reading.received);
    const next = later.find((other) => isRefused(other) || other.remaining !== undefined);
    // Refused before and after, so that no refill gave the second key a slot (`day-limit-shown`). A key of a larger plan may have more left.
    const isLarger = reading.day === undefined && (reading.limit ?? 0) > evidence.limit;
    const isBetweenRefusals = !isLarger && later.some(isRefused) && refillExcluded(evidence);
    return isBetweenRefusals || (next !== undefined && roseByMore(evidence, reading, next));
  });
}

/** Until the first key's next response, the count rose by more than all requests, ours and others': two counters (`window-two-cells`). */
function roseByMore(evidence: Evidence, reading: Reading, next: Reading): boolean {
  const rise = usedOf(evidence, next) - usedOf(evidence, reading);
  return rise - 1 > SPARE + oursBetween(evidence, reading, next).length;
}

/** How much of its limit was in use. The second key may be of another plan (`plans-share-a-counter`). */
const usedOf = (evidence: Evidence, { limit = evidence.limit, remaining = 0 }: Reading): number => limit - remaining;
