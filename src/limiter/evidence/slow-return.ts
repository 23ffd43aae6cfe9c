import { type Evidence, inPhase, most } from './evidence.ts';
import { allOurs, drawn, exhausted, SPARE } from './exhaustion.ts';
import type { Interval } from './interval.ts';
import { isAdmitted, type Reading } from './reading.ts';
import { foreignSeen } from './remaining.ts';
import { decidedFrom, oursBetween, slotsMissing } from './whole-back.ts';

/**
 * The limit comes back over a whole window, as a counter of two cells lets its older one go: something was back before half a window was
 * over, and when all of it was, something was still missing. Neither a window that ends as a whole nor a log does so, nor a counter of
 * more cells: its first one stays for half a window at least. So at most N a window come back.
 */
export interface SlowReturn {
  readonly early: Reading;
  readonly late: Reading;
  /** Slots that were certainly missing at `late`, strangers set aside. */
  readonly missing: number;
}

/** Undefined where it was not seen, or where others may have filled the window. */
export function slowReturn(evidence: Evidence): SlowReturn | undefined {
  const { windowMs, admittedLists } = evidence;
  const before = exhausted(evidence);
  const lists = drawn(evidence);
  const [first] = lists;
  if (before === undefined || first === undefined || !allOurs(evidence)) return undefined;
  const over = most(lists.map(({ received }) => received)) + windowMs;
  const after = inPhase(admittedLists, 'half-window', 'recovery-retry-after', 'recovery-reset');
  const early = after.find((list) => list.sent > before.received && list.received < first.sent + windowMs / 2);
  const late = after.find((list) => list.sent >= over && certainlyMissing(evidence, list) > 0);
  return early === undefined || late === undefined
    ? undefined
    : { early, late, missing: certainlyMissing(evidence, late) };
}

/** Reset is not later than the moment at which the last of it is back at the earliest, but for roundings and what strangers may hide. */
export function slowlyBackAt(evidence: Evidence, reset: number): boolean {
  const slow = slowReturn(evidence);
  if (slow === undefined) return false;
  const whole = decidedFrom(evidence, slow.late) + slow.missing / evidence.perMs;
  return decidedFrom(evidence, slow.late) < reset * 1_000 && reset * 1_000 <= whole + 2_000 + evidence.windowMs / 8;
}

/** So much came back between the two that N do not take longer than four thirds of a window, if a bucket is filled in steps, too. */
export function slowWindowShown(evidence: Evidence): Reading[] {
  const slow = slowReturn(evidence);
  if (slow === undefined) return [];
  const { limit, windowMs } = evidence;
  const { early, late } = slow;
  const [atFirst, atLast] = [missingAt(evidence, early), missingAt(evidence, late)];
  if (atFirst === undefined || atLast === undefined) return [];
  const step = limit - atFirst.from + SPARE + foreignSeen(evidence);
  const returned = atFirst.from - atLast.to - step;
  return returned > 0 && (limit * (late.received - early.sent)) / returned <= (4 / 3) * windowMs ? [early, late] : [];
}

function missingAt(evidence: Evidence, list: Reading): Interval | undefined {
  const before = exhausted(evidence);
  if (before === undefined) return undefined;
  const served = oursBetween(evidence, before, list, (other) => isAdmitted(other) && other.sent > before.received);
  return slotsMissing(evidence, list, served);
}

const certainlyMissing = (evidence: Evidence, list: Reading): number =>
  (missingAt(evidence, list)?.from ?? 0) - SPARE - foreignSeen(evidence);
