import type { Interval } from '../../exchange/clock-offset.ts';
import { type Evidence, inPhase, latest, least, most } from './evidence.ts';
import { allOurs, drawn, exhausted, SPARE } from './exhaustion.ts';
import { isAdmitted, type Reading } from './reading.ts';
import { LATER } from './refills.ts';
import { othersSeen } from './remaining.ts';
import { oursBetween, slotsMissing } from './whole-back.ts';

/**
 * Responses that show the length of the window although the limit came back piece by piece: long after the burst a part
 * f of it was certainly still missing, and soon after that nothing. Fixed windows return everything at once. A log, or
 * a counter with cells, keeps the newest request for L, and the rest of its cell expires evenly. So at most (1 − f) / f
 * of the time between the two responses had passed since the end of its window. A bucket with steps that far apart
 * would have returned something in the long time before, when a list was refused.
 */
export function gradualReturn(evidence: Evidence): Reading[] {
  const { windowMs, limit } = evidence;
  const before = exhausted(evidence);
  const lists = drawn(evidence);
  if (before === undefined || !allOurs(evidence)) return [];
  const newest = { sent: most(lists.map(({ sent }) => sent)), received: most(lists.map(({ received }) => received)) };
  const back = inPhase(evidence.admittedLists, ...LATER);
  const whole = back.find((list) => isWhole(evidence, list));
  if (whole === undefined || whole.received - newest.sent > LONGEST * windowMs) return [];
  return back.filter((list) => {
    if (list.sent <= before.received || list.received > whole.sent) return false;
    const part = certainlyMissing(evidence, list) / limit;
    if (part < LEAST_PART) return false;
    const begun = list.sent - newest.received - ((1 - part) / part) * (whole.received - list.sent);
    if (begun < SHORTEST * windowMs) return false;
    return part >= NEARLY_ALL || refusedBetween(evidence, before, whole);
  });
}

/** The window is shown to within a third. */
const SHORTEST = 2 / 3;
const LONGEST = 4 / 3;
const LEAST_PART = 0.2;
/** So much missing so late, and soon nothing: neither a steady refill nor one in steps explains that. */
const NEARLY_ALL = 0.75;

/** Everything is back except for our own requests that were admitted since the burst. */
function isWhole(evidence: Evidence, list: Reading): boolean {
  return (slotsMissing(evidence, list, ours(evidence, list, isAdmitted))?.to ?? 1) <= 0;
}

/** Of the requests of the burst: neither our other requests, refused ones included, nor a few of another client. */
function certainlyMissing(evidence: Evidence, list: Reading): number {
  return (slotsMissing(evidence, list, ours(evidence, list))?.from ?? 0) - SPARE - othersSeen(evidence);
}

/** Our own earlier requests that did not exhaust the limit. */
function ours(evidence: Evidence, list: Reading, counts: (other: Reading) => boolean = () => true): number {
  const burst = new Set(drawn(evidence));
  const from = least(drawn(evidence).map(({ sent }) => sent));
  return evidence.own.filter(
    (other) =>
      other !== list && !burst.has(other) && counts(other) && other.received > from && other.sent < list.received,
  ).length;
}

/** A list that was refused so late that two steps of a bucket, one before and one after it, span a window. */
function refusedBetween({ refusals, windowMs }: Evidence, before: Reading, whole: Reading): boolean {
  return refusals.some(
    ({ sent }) => sent - before.received >= windowMs / 3 && whole.received - sent <= SHORTEST * windowMs,
  );
}

/**
 * Two responses while the limit came back evenly, as in the older cell of a counter with two cells: at both, a part of
 * it was back and a part was still missing. N take the time between them, times N per part that came back meanwhile.
 *
 *   8 s    sent  list ──► 200, Remaining 3    56 of 60 missing
 *   32 s   sent  list ──► 200, Remaining 26   33 missing: 23 came back in 24 s, so 60 take 63 s
 */
export function steadyReturn(evidence: Evidence): Reading[] {
  const { windowMs, limit } = evidence;
  if (exhausted(evidence) === undefined || !allOurs(evidence)) return [];
  const margin = SPARE + othersSeen(evidence);
  const back = inPhase(evidence.admittedLists, ...LATER);
  const pairs = back.flatMap((early) => back.map((late) => [early, late] as const));
  const shown = pairs.find(([early, late]) => {
    const [before, after] = [missingAt(evidence, early), missingAt(evidence, late)];
    if (before === undefined || after === undefined || before.to >= limit || after.from <= margin) return false;
    if (late.sent - early.received < windowMs / 6) return false;
    const returned = { from: before.from - after.to - margin, to: before.to - after.from };
    const shortest = (limit * (late.sent - early.received)) / returned.to;
    const longest = (limit * (late.received - early.sent)) / returned.from;
    return returned.from > 0 && shortest >= SHORTEST * windowMs && longest <= LONGEST * windowMs;
  });
  return shown === undefined ? [] : [...shown];
}

/**
 * The limit comes back over a complete window, as the older cell of a counter with two cells does: when a window was
 * over, something was back and something was still missing. Neither a window that ends at once nor a log does that.
 * Undefined if it was not seen, or if other clients may have filled the window.
 */
export function slowReturn(evidence: Evidence) {
  const { windowMs, admittedLists } = evidence;
  const before = exhausted(evidence);
  const lists = drawn(evidence);
  const [first] = lists;
  if (before === undefined || first === undefined || !allOurs(evidence)) return undefined;
  const over = most(lists.map(({ received }) => received)) + windowMs;
  const after = inPhase(admittedLists, 'half-window', 'recovery-retry-after', 'recovery-reset');
  // A counter with more cells returns nothing before half a window is over, because its first cell remains that long.
  // So at most N per window come back.
  const early = after.find((list) => list.sent > before.received && list.received < first.sent + windowMs / 2);
  const late = after.find((list) => list.sent >= over && stillMissing(evidence, list) > 0);
  if (late === undefined) return undefined;
  // Slots that were certainly missing at `late`, apart from those of other clients.
  const missing = stillMissing(evidence, late);
  return { early, late, missing };
}

/** So much came back between the two that N take at most 4/3 of a window, even if filled in steps. */
export function slowWindowShown(evidence: Evidence): Reading[] {
  const slow = slowReturn(evidence);
  if (slow === undefined) return [];
  const { limit, windowMs, admittedLists } = evidence;
  const [early, late] =
    slow.early === undefined
      ? [slow.late, latest(inPhase(admittedLists, 'recovery-reset'), ({ sent }) => sent)]
      : [slow.early, slow.late];
  if (late === undefined || late.sent <= early.received) return [];
  const [atFirst, atLast] = [missingAt(evidence, early), missingAt(evidence, late)];
  if (atFirst === undefined || atLast === undefined) return [];
  const step = limit - atFirst.from + SPARE + othersSeen(evidence);
  const returned = atFirst.from - atLast.to - step;
  return returned > 0 && (limit * (late.received - early.sent)) / returned <= (4 / 3) * windowMs ? [early, late] : [];
}

function missingAt(evidence: Evidence, list: Reading): Interval | undefined {
  const before = exhausted(evidence);
  if (before === undefined) return undefined;
  const served = oursBetween(evidence, before, list, (other) => isAdmitted(other) && other.sent > before.received);
  return slotsMissing(evidence, list, served);
}

const stillMissing = (evidence: Evidence, list: Reading): number =>
  (missingAt(evidence, list)?.from ?? 0) - SPARE - othersSeen(evidence);
