import { because, type Finding, found, type Reason } from '../../../rules/outcome.ts';
import { nested } from '../../../text/template.ts';
import { type Evidence, inTenths, latest } from '../../evidence/evidence.ts';
import { allOurs, drawn, exhausted, SPARE } from '../../evidence/exhaustion.ts';
import { likelyCause } from '../../evidence/likely-cause.ts';
import { appliedLimit } from '../../evidence/policy.ts';
import { prolongedBy, promises } from '../../evidence/promise.ts';
import { isAdmitted, isRefused, type Reading, type Refusal } from '../../evidence/reading.ts';
import { othersSeen } from '../../evidence/remaining.ts';
import {
  decidedFrom,
  decidedUntil,
  oursBetween,
  possiblyInWindow,
  slotsMissing,
  unixTimeOf,
} from '../../evidence/whole-back.ts';

/** If both are absent, the probe confirmed Reset. */
interface Test {
  readonly finding?: Finding;
  readonly reason?: Reason;
  /** Sent so late that it counts only without another probe. */
  readonly isLate?: true;
}

/**
 * A probe after the Reset of the earlier refusals had certainly passed, with any rounding. If several were in flight
 * together, a violation is judged by the latest Reset among them. A success after the earliest one counts for all,
 * since each shows the same moment within a second.
 */
export function testOf(evidence: Evidence, claims: readonly Refusal[], probe: Reading): Test | undefined {
  const before = claims.filter((claim) => claim !== probe && claim.received <= probe.sent);
  const last = latest(before, ({ sent }) => sent);
  if (last === undefined) return undefined;
  const group = before.filter(({ received }) => received >= last.sent);
  const claim = latest(group, ({ reset = 0 }) => reset) ?? last;
  const test = testAgainst(evidence, claim, probe);
  if (test !== undefined) return test;
  const earliest = latest(group, ({ reset = 0 }) => -reset) ?? last;
  if ((claim.reset ?? 0) - (earliest.reset ?? 0) > 1) return undefined;
  const success = testAgainst(evidence, earliest, probe);
  return success?.finding === undefined && success?.reason === undefined ? success : undefined;
}

/** Milliseconds; an eighth of a window, if more. Later, a success does not show what was back at Reset. */
const LONG_AFTER = 5_000;

function testAgainst(evidence: Evidence, claim: Refusal, probe: Reading): Test | undefined {
  const after = decidedFrom(evidence, probe) - ((claim.reset ?? 0) + 1) * 1_000;
  if (after < 0) return undefined;
  const spare = SPARE + othersSeen(evidence);
  const probed = { after: inTenths(after + 1_000), reset: claim.reset ?? null };
  const limit = appliedLimit(evidence);
  const ours = oursBetween(evidence, claim, probe);
  const rolling = rollingPossible(evidence, claim, probe) ? limit - possiblyInWindow(evidence, probe) : limit - ours;
  if (isRefused(probe)) {
    // A lost response may have been a refusal that extended the wait and announced it.
    const lost = evidence.unanswered.some(({ sent, received }) => received > claim.sent && sent < probe.received);
    const prolonged = prolongedBy(evidence, probe.sent - after, probe.sent);
    if (Math.min(rolling, prolonged) > spare && !lost) {
      const refused = {
        ...probed,
        past: Math.floor(after + 1_000) / 1_000,
        at: unixTimeOf(evidence, probe),
        cause: likelyCause(evidence, probe),
      };
      return { finding: found('refused-after-reset', refused, claim, probe) };
    }
    return { reason: because('refused-after-reset-explained', probed) };
  }
  if (!isAdmitted(probe)) return { reason: because('not-admitted-after-reset', { ...probed, status: probe.status }) };
  const missing = slotsMissing(evidence, probe, ours)?.from;
  if (missing === undefined) return { reason: because('no-remaining-after-reset', probed) };
  const served = oursBetween(evidence, claim, probe, (other) => isAdmitted(other) && other.sent > claim.received);
  if (served > Math.max(SPARE, limit / 4))
    return { reason: because('too-many-admitted-since-reset', { ...probed, served }) };
  // If it is unknown whether Remaining includes its own request, a difference of one shows nothing.
  if ((slotsMissing(evidence, probe, served)?.from ?? 1) <= 0)
    return after > Math.max(LONG_AFTER, evidence.windowMs / 8)
      ? { reason: because('back-at-unknown-moment', probed), isLate: true }
      : {};
  const failed = oursBetween(evidence, claim, probe, (other) => !isAdmitted(other) && !isRefused(other));
  const shown = {
    ...probed,
    remaining: probe.remaining ?? null,
    admitted: served,
    refused: ours - served - failed,
    others: failed === 0 ? [] : nested(because('other-responses', { count: failed })),
  };
  const oldest =
    rollingPossible(evidence, claim, probe) &&
    (probe.remaining ?? 0) >= rolling - 1 &&
    backAtReset(evidence, probe) > 0;
  // Only if no other client is needed to explain it: the end of a grid may look like another client's requests leaving
  // a window.
  if (oldest && allOurs(evidence) && namesTheOldest(evidence)) return {};
  if (segmentLeft(evidence, claim, probe, missing)) return {};
  if (missing <= 0 || oldest) return { reason: because('missing-after-reset-rolling', shown) };
  if (missing <= spare) return { reason: because('missing-after-reset-others', { ...shown, missing }) };
  if (rollingPossible(evidence, claim, probe) && (probe.remaining ?? 0) >= rolling - 1 - spare)
    return { reason: because('missing-after-reset-rolling-others', shown) };
  return { finding: found('missing-after-reset', { ...shown, whole: limit - 1 - ours }, claim, probe) };
}

/**
 * Reset may be the moment at which the oldest request leaves a rolling window: at least a window after our oldest one, and nothing is
 * admitted before. In a window of small cells, it leaves with its cell, a little earlier: then a list is admitted from Reset on, and
 * the others of its cell are back, too. A weighted counter of two windows gives back only the share of the time since Reset.
 *
 *   6 s    sent  300 lists in 1 s ──► 200, Reset 60 s
 *   61 s   sent  list ──► 200, Remaining 295   cells of 7 s
 *   61 s   sent  list ──► 200, Remaining 4     a weighted counter: 300 · 1/60 are back
 */
function rollingPossible(evidence: Evidence, claim: Refusal, probe: Reading): boolean {
  const first = drawn(evidence)[0];
  if (!allOurs(evidence) || first === undefined) return true;
  const { minute, windowMs } = evidence;
  const reset = (claim.reset ?? 0) * 1_000;
  const early = decidedFrom(evidence, first) + windowMs - (reset + 1_000);
  const after = exhausted(evidence)?.received ?? Infinity;
  const before = minute.filter(
    (other) => isAdmitted(other) && other.sent > after && other.received < first.sent + windowMs,
  );
  if (before.length === 0) return early <= 0;
  const back = (before[0]?.remaining ?? evidence.limit) + 1;
  return (
    (back >= evidence.limit / 10 || namesNextCell(evidence, claim, probe)) &&
    early <= windowMs / 8 &&
    before.every((other) => decidedUntil(evidence, other) >= reset - 1_000)
  );
}

/**
 * Our first request was alone in the oldest cell: all refusals since the burst show the moment at which it leaves, and
 * the next one shows when the next cell leaves.
 */
function namesNextCell({ refusals, windowMs }: Evidence, claim: Refusal, probe: Reading): boolean {
  const [first] = refusals;
  const { reset = 0 } = claim;
  const step = ((probe.reset ?? 0) - reset) * 1_000;
  if (first === undefined || step <= 0 || step > windowMs / 8 + 1_000) return false;
  const earlier = refusals.filter(({ sent }) => sent <= claim.sent);
  return claim.sent - first.sent > windowMs / 4 && earlier.every((other) => Math.abs((other.reset ?? 0) - reset) <= 1);
}

/** If Reset is the moment at which the oldest request leaves, Retry-After shows the same moment. */
export function namesTheOldest(evidence: Evidence): boolean {
  const { clock } = evidence;
  return promises(evidence, evidence.refusals).every(({ refusal, due }) => {
    const reset = (refusal.reset ?? 0) * 1_000;
    // Retry-After may be rounded up and padded by a second, and counts from the receipt; Reset may be rounded either
    // way.
    const late = reset - due - clock.to;
    const early = due + clock.from - reset;
    return late <= 1_000 && early <= 3_000 + refusal.received - refusal.sent;
  });
}

/**
 * The window consists of segments, and Reset is when the oldest one expires: our first request was in it, and the
 * missing quota was used in the next segments. The probe's own Reset is when the next one expires, at most half a
 * window later. A counter with two cells takes a window, and a bucket as long as it takes to fill.
 */
function segmentLeft(evidence: Evidence, claim: Refusal, probe: Reading, missing: number): boolean {
  const { windowMs } = evidence;
  const lists = drawn(evidence);
  const [first] = lists;
  const segment = ((probe.reset ?? 0) - (claim.reset ?? 0)) * 1_000;
  if (first === undefined || segment <= 0 || segment > windowMs / 2 + 1_000) return false;
  const begun = (claim.reset ?? 0) * 1_000 - windowMs;
  const isInOldest =
    decidedUntil(evidence, first) > begun - 1_000 && decidedFrom(evidence, first) < begun + segment + 1_000;
  const later = lists.filter((list) => decidedUntil(evidence, list) > begun + segment - 2_000).length;
  return allOurs(evidence) && isInOldest && missing <= later && missing < lists.length && namesTheOldest(evidence);
}

function backAtReset(evidence: Evidence, probe: Reading): number {
  return drawn(evidence).filter(({ sent }) => sent <= probe.received - evidence.windowMs).length;
}
