import { because, type Outcome, observed, undecided } from '../../rules/outcome.ts';
import { type Evidence, latest } from '../evidence/evidence.ts';
import { promises } from '../evidence/promise.ts';

/** Milliseconds by which an announced moment may move by rounding. */
const TOLERANCE = 2_000;

/**
 * limit.rejects-count (info): whether a refused request moves the moment from which on requests are admitted again.
 *
 *   0 s    sent  list ──► 429, Retry-After 60
 *   30 s   sent  list ──► 429, Retry-After 30   the same moment: refusals do not count
 *   30 s   sent  list ──► 429, Retry-After 60   30 s later: they do
 *   60 s   sent  list ──► 429                   inconclusive: the stated waits are wrong
 *   60 s   sent  list ──► 200, 30 s before the end of the last wait: inconclusive, too
 */
export function observeRejects(evidence: Evidence): Outcome {
  const promised = promises(evidence, evidence.refusals);
  const first = promised[0];
  const last = latest(
    promised.map(({ refusal }) => refusal),
    ({ sent }) => sent,
  );
  const end = promised.find(({ refusal }) => refusal === last);
  if (first === undefined || end === undefined || end.refusal.sent - first.refusal.received < 2_000)
    return undecided(because('no-two-waits'), promised.length);
  if (end.refusal.sent > first.due) return undecided(because('wait-not-kept'), promised.length);
  const prolongsTheWait = end.due > first.due + TOLERANCE;
  const admitted = evidence.admittedLists.some(({ sent }) => sent > end.refusal.received && sent < end.due - TOLERANCE);
  if (prolongsTheWait && admitted)
    return undecided(because('admitted-during-wait', { value: end.text }), promised.length);
  return observed({ prolongsTheWait, movedBySeconds: Math.round((end.due - first.due) / 100) / 10 }, promised.length);
}
