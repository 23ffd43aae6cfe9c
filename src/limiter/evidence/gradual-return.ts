import { type Evidence, inPhase, least, most } from './evidence.ts';
import { allOurs, drawn, exhausted, SPARE } from './exhaustion.ts';
import { isAdmitted, type Reading } from './reading.ts';
import { foreignSeen } from './remaining.ts';
import { slotsMissing } from './whole-back.ts';

/**
 * Answers that show the window's length though the limit came back piece by piece: long after the burst a part f of it was certainly still
 * missing, and soon after that nothing. Fixed windows bring all back at once. A log, or a counter of cells, keeps the newest request for L,
 * and lets what is left in its cell go evenly, so that (1 − f) / f of the time between the two had passed at most since its window was over.
 * Steps of a bucket that lie so far apart would have brought something in the long time before, when a list was refused.
 */
export function gradualReturn(evidence: Evidence): Reading[] {
  const { windowMs, limit } = evidence;
  const before = exhausted(evidence);
  const lists = drawn(evidence);
  if (before === undefined || !allOurs(evidence)) return [];
  const newest = { sent: most(lists.map(({ sent }) => sent)), received: most(lists.map(({ received }) => received)) };
  const back = inPhase(evidence.admittedLists, 'half-window', 'recovery-retry-after', 'recovery-reset');
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
/** So much missing so late, and soon nothing: neither a steady refill nor one in steps does so. */
const NEARLY_ALL = 0.75;

/** All is back but for our own requests that were admitted since the burst. */
function isWhole(evidence: Evidence, list: Reading): boolean {
  return (slotsMissing(evidence, list, ours(evidence, list, isAdmitted))?.to ?? 1) <= 0;
}

/** Of what the burst used: neither other requests of ours, refused ones too, nor a few of somebody else. */
function certainlyMissing(evidence: Evidence, list: Reading): number {
  return (slotsMissing(evidence, list, ours(evidence, list))?.from ?? 0) - SPARE - foreignSeen(evidence);
}

/** Our own requests before this one that did not use the limit up. */
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
