import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import { groupBy } from '../../exchange/group.ts';
import {
  because,
  type Conclusion,
  type Finding,
  fail,
  findingOf,
  inconclusive,
  notApplicable,
  pass,
} from '../../rules/conclusion.ts';
import { requestName } from '../../spec/operations.ts';
import { durationOf, type Evidence, inPhase, inSeconds, maxOf, oursBetween } from '../evidence/evidence.ts';
import { allOurs, refillExcluded, refusalAtExhaustion } from '../evidence/exhaustion.ts';
import { type DecidedRequest, isAdmitted, isRefused } from '../evidence/requests.ts';
import { edgeShown } from '../evidence/window.ts';

/**
 * rate.counts-every-operation, of a key whose limit is exhausted: before the burst, each operation is sent twice, one after the other.
 *
 *   sent  list           ──► 200, Remaining 57
 *   sent  create, create ──► 400, 400, Remaining 56, 55   passed: each draws one
 *   sent  create, create ──► 400, 400, Remaining 55, 53   failed, if a confirmation attempt shows it again: each draws two
 *   sent  create, create ──► 400, 400, Remaining 57, 57   failed, likewise: they draw none
 */
export function judgeDraws(evidence: Evidence): Conclusion {
  const prelude = inPhase(evidence.unpaced, 'calibrate', 'second-key', 'each-operation');
  const chain = prelude.slice(prelude.findLastIndex(({ phase }) => phase === 'calibrate'));
  const sent = inPhase(chain, 'each-operation');
  if (sent.length === 0) return notApplicable(because('operations-not-sent'));
  if (edgeShown(evidence, chain)) return inconclusive(because('window-edge-in-burst'), sent.length);
  const draws = sent.flatMap((after) => drawOf(evidence, chain[chain.indexOf(after) - 1], after) ?? []);
  const odd = [...groupBy(draws, ({ after }) => after.operation)].flatMap(([operation, alike]) => {
    const fall = alike.reduce((sum, draw) => sum + draw.fall, 0);
    const back = Math.ceil(alike.reduce((sum, draw) => sum + draw.back, 0));
    const isOdd = fall > alike.length || fall < alike.length - back;
    return isOdd ? [{ operation, fall, count: alike.length, shown: alike.map(({ after }) => after) }] : [];
  });
  const [worst] = odd;
  if (worst === undefined) {
    const isShown = sent.every(({ operation }) => draws.some(({ after }) => after.operation === operation));
    if (isShown) return pass(draws.length);
    const refused = chain.find((request) => !isAdmitted(request));
    if (refused === undefined) return inconclusive(because('operations-without-remaining'), sent.length);
    const params = { request: requestName(refused.operation), status: refused.status };
    return inconclusive(because('operation-not-admitted', params), sent.length);
  }
  const { operation, fall, count, shown } = worst;
  const cause = because(fall > count ? 'other-requests' : 'restart-or-set-clock', { requests: fall - count });
  const moved = fall === 0 ? 'did not change' : `${fall < 0 ? 'rose' : 'fell'} by ${Math.abs(fall)}`;
  const finding = findingOf('operation-draw', { operation, request: requestName(operation), moved, count }, ...shown);
  return fail([finding], sent.length, cause);
}

/** What one request before the burst drew. Undefined if Remaining is unknown or of another limit, or if the second key came in between. */
function drawOf(evidence: Evidence, before: DecidedRequest | undefined, after: DecidedRequest) {
  if (before === undefined || before.limit !== after.limit || ![before, after].every(isAdmitted)) return undefined;
  if (evidence.secondKey.some(({ sent }) => sent >= before.sent && sent < after.sent)) return undefined;
  // Negative if Remaining rose.
  const fall = remainingShown(before) - remainingShown(after);
  // What a refill may have brought back meanwhile.
  const back = refillExcluded(evidence) ? 0 : (after.received - before.sent) * evidence.perMs;
  return Number.isNaN(fall) ? undefined : { after, fall, back };
}

/** Remaining of either limit: what draws on one draws on the other (day-limit-shown). */
const remainingShown = ({ remaining, day }: DecidedRequest): number => remaining ?? day?.remaining ?? Number.NaN;

/** limit.all-operations: an exhausted key is refused on every operation. A slot refilled meanwhile is allowed for. */
export function judgeOperations(evidence: Evidence): Conclusion {
  const sent = inPhase(evidence.unpaced, 'operations');
  const subjects = sent.length;
  const before = refusalAtExhaustion(evidence);
  if (before === undefined) return inconclusive(because('key-not-exhausted'), subjects);
  if (subjects === 0) return inconclusive(because('no-other-operation'));
  const unlimited = judgeUnlimited(evidence, before, sent);
  if (unlimited !== undefined) return unlimited;
  const stored = storedThoughRefused(evidence, sent);
  if (stored !== undefined) return fail([stored], subjects);
  const { getRemoved } = evidence.experiment;
  const unproven = ['createPet', ...(getRemoved === true ? [] : ['getPet'])].filter(
    (kind) => !sent.some((request) => request.operation === kind && sharesCounter(evidence, request)),
  );
  if (evidence.experiment.readOnly === true && unproven.every((kind) => kind === 'createPet'))
    return notApplicable(because('read-only'));
  if (unproven.length === 0) return pass(subjects);
  const responses = sent.filter(({ operation }) => unproven.includes(operation)).map(({ status }) => status);
  const params = { requests: unproven.map(requestName), responses };
  return inconclusive(because('operation-maybe-refilled', params), subjects);
}

/** The conclusion if operations were admitted that no returned quota explains; undefined if there are none. */
function judgeUnlimited(
  evidence: Evidence,
  before: DecidedRequest,
  sent: readonly DecidedRequest[],
): Conclusion | undefined {
  const served = sent.filter(isAdmitted);
  const last = maxOf(served.map(({ received }) => received));
  // The end of a window, or requests that left a rolling window, would admit a later request, too.
  if (!allOurs(evidence) || !evidence.refusals.some((refusal) => refusal.sent >= last)) return undefined;
  const elapsed = last - before.sent;
  // The refusal found less than one slot.
  const refilled = Math.ceil(elapsed * evidence.perMs);
  const onOtherCounter = served.filter(({ remaining = 0 }) => remaining > refilled + OTHERS_ALLOWED);
  const unlimited = refillExcluded(evidence) ? served : onOtherCounter;
  const findings = unlimited.map((request) => {
    const { operation, status, remaining = null } = request;
    const shown = { operation, request: requestName(operation), status, remaining, refilled };
    return findingOf('operation-not-limited', { ...shown, after: inSeconds(elapsed) }, before, request);
  });
  if (findings.length === 0) return undefined;
  // A counter of two windows with its edge in the burst may return one slot, but not in the next attempt too (window-two-cells).
  const isOneSlot = findings.length === 1 && (unlimited[0]?.remaining ?? 0) <= 1;
  // The lists stayed refused, so the service did not lose its counters (limits-counter-per-path).
  return fail(findings, sent.length, isOneSlot ? because('temporary-cause') : undefined);
}

/** The finding if a list shows the animal of a refused create: its name is unique. */
function storedThoughRefused(evidence: Evidence, sent: readonly DecidedRequest[]): Finding | undefined {
  const create = sent.find((request) => isRefused(request) && request.operation === 'createPet');
  const [, name] = /"name":"([^"]*)"/.exec(create?.exchange?.sent.body ?? '') ?? [];
  if (create === undefined || name === undefined) return undefined;
  const shown = evidence.admittedDraws.find(({ exchange }) => exchange?.received.body?.includes(JSON.stringify(name)));
  return shown && findingOf('refused-create-stored', { name }, create, shown);
}

/** Whether a request was refused, or admitted by the same, nearly empty counter: a separate one would be nearly full. */
const sharesCounter = ({ limit }: Evidence, request: DecidedRequest): boolean =>
  isRefused(request) || (isAdmitted(request) && (request.remaining ?? limit) < limit - 1 - OTHERS_ALLOWED);

/**
 * limit.keys-independent: of requests A, B, A, B, two counters each fall by 1 per key, and a shared counter falls by 2.
 *
 *   sent  A, B, A, B ──► Remaining 58, 59, 57, 58   passed
 *   sent  A, B, A, B ──► Remaining 58, 57, 56, 55   failed: one counter
 *   sent  60 × A     ──► A is exhausted
 *   sent  B          ──► 200, Remaining 58          passed, if A is refused again afterwards, or shows Remaining 2
 *   sent  B          ──► 429, Remaining 57          failed: B has quota of its own left
 */
export function judgeKeys(evidence: Evidence): Conclusion {
  if (evidence.experiment.secondKey === undefined)
    return notApplicable(because('option-not-given', { option: '--second-key' }));
  const second = evidence.secondKey;
  if (second.length === 0) return inconclusive(because('nothing-with-second-key'));
  if (isAdmittedMeanwhile(evidence)) return pass(second.length);
  const refused = second.find(isRefused);
  if (refused !== undefined && (refused.remaining ?? 0) > OTHERS_ALLOWED)
    return fail([findingOf('second-key-refused', { remaining: refused.remaining ?? 0 }, refused)], second.length);
  const [a0, a1] = inPhase(evidence.unpaced, 'second-key').slice(-2);
  // A third request with the second key is sent when the first key is exhausted.
  const [b0, b1] = second;
  const chain = [a0, b0, a1, b1].flatMap((request) =>
    request?.remaining === undefined || !isAdmitted(request) ? [] : [request],
  );
  if (chain.length < 4) return inconclusive(because('keys-in-turn-incomplete'), second.length);
  const values = chain.map(({ remaining = 0 }) => remaining);
  const used = chain.map((request) => usedOf(evidence, request));
  // Four counts that rise one by one need one counter, or 3 requests of other clients.
  if (used.every((count, index) => index === 0 || count === (used[index - 1] ?? 0) + 1))
    return fail([findingOf('keys-share-counter', { values }, ...chain)], chain.length);
  const [a = 0, b = 0, nextOfA = 0, nextOfB = 0] = used;
  // A count that does not rise shows a new window or a refill between the two (twice-the-limit).
  const eachRoseByOne = nextOfA - a === 1 && nextOfB - b === 1;
  // A shared counter rises by 3 over the four requests, except for a refill (a smaller rise would make two-nodes inconclusive).
  const refilled = refillExcluded(evidence) ? 0 : Math.ceil(durationOf(chain) * evidence.perMs);
  const roseTogether = nextOfB - a >= 3 - refilled;
  if (eachRoseByOne && !roseTogether)
    return refused === undefined ? pass(chain.length) : inconclusive(because('second-key-refused-too'), chain.length);
  return inconclusive(because('keys-in-turn-unclear', { values }), chain.length);
}

/** Whether the service admitted the second key when the first one was exhausted, and no refill explains it: the direct proof. */
function isAdmittedMeanwhile(evidence: Evidence): boolean {
  const refusal = refusalAtExhaustion(evidence);
  if (refusal === undefined) return false;
  return evidence.secondKey.some((request) => {
    if (!isAdmitted(request) || request.sent < refusal.received) return false;
    const next = evidence.unpaced.find(({ sent, remaining }) => sent >= request.received && remaining !== undefined);
    // No refill gave the second key a slot (day-limit-shown). A key of a larger plan may have more left.
    const isLarger = request.day === undefined && (request.limit ?? 0) > evidence.limit;
    return (!isLarger && refillExcluded(evidence)) || (next !== undefined && roseByMore(evidence, request, next));
  });
}

/** Whether the count rose by more than all requests until the first key's next response: the keys have two counters (window-two-cells). */
function roseByMore(evidence: Evidence, request: DecidedRequest, next: DecidedRequest): boolean {
  const rise = usedOf(evidence, next) - usedOf(evidence, request);
  return rise - 1 > OTHERS_ALLOWED + oursBetween(evidence, request, next).length;
}

/** How much of its limit was in use. The second key may be of another plan (plans-share-a-counter). */
const usedOf = (evidence: Evidence, { limit = evidence.limit, remaining = 0 }: DecidedRequest): number =>
  limit - remaining;
