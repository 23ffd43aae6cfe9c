import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import { AFTER_BURST } from '../../exchange/phases.ts';
import { because, type Conclusion, type Finding, fail, findingOf, inconclusive, pass } from '../../rules/conclusion.ts';
import { TWO_ROUNDINGS_MS } from '../../spec/headers.ts';
import { type Evidence, inPhase, inSeconds, lastBefore, maxBy, possiblyInWindow } from '../evidence/evidence.ts';
import { certainlyUnused, exhaustingLists, othersSeen, refusalAtExhaustion } from '../evidence/exhaustion.ts';
import { type DecidedRequest, isAdmitted, type Refusal } from '../evidence/requests.ts';
import { decidedUntil } from '../evidence/server-clock.ts';
import { dailyLimitRefuses } from '../evidence/who-refuses.ts';
import { isGradual, otherLengthFits } from '../models/legal-fits.ts';
import { judgeResetTrue } from './reset-true.ts';

/** In a shorter window, the rounding of Reset may hide a wrong length (WRONG_LENGTHS). No verdict depends on it, only the reason. */
const SHORT_WINDOW_MS = 20_000;

/**
 * limit.window-is-a-minute: the window is as long as configured.
 *
 *   0 s    sent  list ──► 200, Remaining 59, Reset 60 s    the only request in use: Reset shows the length
 *   0 s    sent  59 lists, all admitted, then 429, Reset 60 s
 *   61 s   sent  list ──► 200, Remaining 59, Reset 121 s   passed: at Reset the limit was back
 *   31 s   sent  list ──► 200, Remaining 59, Reset 61 s    failed, if the Reset before was 30 s
 */
export function judgeWindowLength(evidence: Evidence): Conclusion {
  const findings = [tooShort(evidence), tooLong(evidence)].flatMap((finding) => finding ?? []);
  if (findings.length > 0) return fail(findings, findings.length);
  if (refusalAtExhaustion(evidence) === undefined) return inconclusive(because('key-not-exhausted'));
  if (dailyLimitRefuses(evidence)) return inconclusive(because('day-limit-answered'));
  if (judgeResetTrue(evidence).verdict !== 'pass') return inconclusive(because('reset-not-confirmed'));
  if (!otherLengthFits(evidence)) return pass(evidence.unpaced.length);
  const isShort = evidence.windowMs < SHORT_WINDOW_MS;
  return inconclusive(because(isShort ? 'window-too-short-to-measure' : 'window-length-not-shown'));
}

/**
 * The finding if two Resets are less than a window apart, although the complete limit came back at once. A counter that returns it
 * gradually may name its next slot (weighted-counter-next-slot, bucket-next-step).
 */
function tooShort(evidence: Evidence): Finding | undefined {
  const { windowMs } = evidence;
  for (const list of inPhase(evidence.admittedDraws, ...AFTER_BURST)) {
    const refusal = lastBefore(evidence.refusals, list);
    if (refusal?.reset === undefined || list.reset === undefined) continue;
    const apart = (list.reset - refusal.reset) * 1_000;
    // Each is rounded by less than 1 s, up or down (2 s are needed for reset-jitters; a larger value would miss half-windows).
    if (apart > windowMs - TWO_ROUNDINGS_MS || apart <= 1_000) continue;
    // limit.reset-true judges quota that is back before Reset. It may be that of requests that have left a rolling window of small cells.
    if (decidedUntil(evidence, list) < (refusal.reset - 1) * 1_000) continue;
    if (!completeAtOnce(evidence, refusal, list, apart) || isGradual(evidence)) continue;
    const moved = { apart: apart / 1_000, before: refusal.reset, after: list.reset };
    const params = { ...moved, window: windowMs / 1_000, remaining: list.remaining ?? null };
    return findingOf('window-too-short', params, refusal, list);
  }
  return undefined;
}

/**
 * Whether more is back than a refill can have returned, or than can have left a rolling window. If that has cells (window-sliding-counter),
 * Resets are ends of cells: a cell lasts at most `apart` milliseconds, and its requests leave that much early. A long cell that returns the
 * complete limit is as wrong as a short window (half-windows).
 */
function completeAtOnce(evidence: Evidence, refusal: Refusal, list: DecidedRequest, apart: number): boolean {
  const { limit, windowMs, perMs } = evidence;
  if (list.remaining === undefined) return false;
  const margin = OTHERS_ALLOWED + othersSeen(evidence);
  const isLong = apart > windowMs / 3;
  if (isLong && !certainlyUnused(evidence, list)) return false;
  const cell = isLong ? 0 : apart + TWO_ROUNDINGS_MS;
  const inWindow = exhaustingLists(evidence).filter(({ sent }) => sent >= list.received - windowMs + cell).length;
  const refilled = 2 + (list.received - refusal.sent) * perMs;
  return list.remaining > Math.max(limit - inWindow, refilled) + margin;
}

/**
 * The finding if a request was refused more than a window after the last admitted one (window-longer-by-half). The first admitted one
 * announced that by its Reset, beyond 2 s of rounding (ban-at-first-refusal). So no refusal extended the wait (refusals-prolong).
 */
function tooLong(evidence: Evidence): Finding | undefined {
  const { refusals, windowMs, limit, unpaced } = evidence;
  const [first] = exhaustingLists(evidence).filter(({ reset }) => reset !== undefined);
  if (first === undefined || (first.reset ?? 0) * 1_000 - decidedUntil(evidence, first) <= windowMs + TWO_ROUNDINGS_MS)
    return undefined;
  for (const refusal of refusals) {
    const before = unpaced.filter(({ received }) => received <= refusal.sent);
    const last = maxBy(before.filter(isAdmitted), ({ received }) => received);
    if (last === undefined) continue;
    const ours = possiblyInWindow(evidence, refusal);
    // A counter with two cells looks back two windows, but in the second of them N / W per second expire (never-comes-back), and at most N.
    const free = limit * Math.min(1, (refusal.sent - last.received - windowMs) / windowMs) - ours;
    if (free <= 1 + OTHERS_ALLOWED + othersSeen(evidence)) continue;
    const params = { after: inSeconds(refusal.sent - last.received), window: windowMs / 1_000, ours };
    return findingOf('window-too-long', params, last, refusal);
  }
  return undefined;
}
