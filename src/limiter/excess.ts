import { type Finding, holds, type Outcome, suspicion, undecided } from '../rules/outcome.ts';
import { excessCause } from './cause.ts';
import { type Crowd, mostAboveRate, mostWithin } from './counting.ts';
import { finding, inSeconds } from './describe.ts';
import { type Evidence, inPhase, latest, least, most } from './evidence.ts';
import { drawn, refillExcluded } from './exhaustion.ts';
import { forgottenOnce } from './forgotten.ts';
import { otherPlanShown } from './policy.ts';
import { isUnanswered, type Reading } from './reading.ts';
import { resetFollowsRefill } from './refill-rate.ts';
import { refillsSeen } from './refills.ts';
import { stepAllowance } from './steps.ts';
import { fixedWindowsExcluded, mostInOneWindow, withoutEdge } from './window.ts';

/** limit.rejects-excess: more than N admitted under every reading of "N per minute". */
export function judgeExcess(evidence: Evidence): Outcome {
  const { limit } = evidence;
  const lists = drawn(evidence);
  const subjects = lists.length;
  const found = certainExcess(evidence);
  const other = otherPlanShown(evidence);
  if (found !== undefined && other !== undefined)
    return undecided(`every Limit is that of the plan ${other}: a key of another plan, or a wrong limiter`, subjects);
  if (found !== undefined && forgottenOnce(evidence))
    return suspicion(found, `${found.message}; Remaining began anew once, as after a restart`, subjects);
  if (found !== undefined) return { kind: 'broken', findings: [found], subjects };
  if (!evidence.experiment.complete) return undecided('the journal of the experiment is not whole', subjects);
  if (inPhase(evidence.minute, 'burst').length === 0) return undecided('no burst was sent', subjects);
  const turned = inPhase(evidence.minute, 'burst', 'top-up').filter(({ fate }) => fate !== 'admitted');
  const lost = turned.filter(isUnanswered).length;
  if (turned.length === 0) return undecided(unproven(evidence, 'nothing was refused'), subjects);
  if (turned.length === lost) return undecided(`${lost} requests above the limit were not answered`, subjects);
  if (subjects + lost <= limit) return holds(subjects);
  if (subjects <= limit)
    return undecided(`${lost} unanswered requests may have been admitted above the limit`, subjects);
  return explainedByRefill(evidence, lists) ? holds(subjects) : undecided(unproven(evidence, 'then refused'), subjects);
}

function unproven(evidence: Evidence, then: string): string {
  const lists = drawn(evidence);
  const span = inSeconds(most(lists.map(({ received }) => received)) - least(lists.map(({ sent }) => sent)));
  const edge = withoutEdge(evidence, lists) ? 'what was refilled meanwhile' : 'a window edge inside the burst';
  return `${lists.length} admitted within ${span} (limit ${evidence.limit}), ${then}: ${edge} may explain it`;
}

/** Fixed windows, a rolling window and refill must each be impossible. */
export function certainExcess(evidence: Evidence): Finding | undefined {
  const { limit, windowMs, perMs, admittedLists } = evidence;
  const rolling = mostWithin(admittedLists, windowMs);
  if (rolling.count <= limit) return undefined;
  const fixed = mostInOneWindow(evidence, admittedLists);
  const explained = fixed.length <= limit && !fixedWindowsExcluded(evidence, admittedLists);
  if (explained && rolling.count <= 2 * limit) return undefined;
  // Nothing came back between the flood and half a window later: then nothing did so within the flood.
  const still = refillExcluded(evidence) ? mostWithin(drawn(evidence), windowMs) : undefined;
  if (still !== undefined && still.count > limit) return excessFinding(evidence, still, limit);
  const refill = mostAboveRate(admittedLists, perMs);
  // A refill in steps may add its step at any moment, but Reset then moves on with what is missing.
  const inside = admittedLists.filter(({ sent, received }) => sent >= refill.from && received <= refill.to);
  const step = fixed.length > limit ? 1 : stepAllowance(evidence, inside, refill.to - refill.from);
  const bound = limit + Math.floor((refill.to - refill.from) * perMs) + step;
  return refill.count > bound ? excessFinding(evidence, refill, bound) : undefined;
}

function excessFinding(evidence: Evidence, crowd: Crowd, bound: number): Finding {
  const inside = evidence.admittedLists.filter(({ sent, received }) => sent >= crowd.from && received <= crowd.to);
  const span = inSeconds(most(inside.map(({ received }) => received)) - crowd.from);
  // Later ones may name the same window too: of those that are counted here.
  const inOneWindow = mostInOneWindow(evidence, inside).length;
  const window = inOneWindow > evidence.limit ? `, ${inOneWindow} of them with one and the same Reset` : '';
  const refill = bound > evidence.limit ? ` and ${bound - evidence.limit} refilled meanwhile` : '';
  const cause = excessCause(evidence, inside, inside.length - bound);
  return finding(
    `${inside.length} lists admitted within ${span}${window}: ${cause}`,
    `at most ${evidence.limit}${refill} in ${evidence.experiment.windowSeconds} s`,
    `${inside.length}, ${inside.length - bound} too many`,
    [inside[0], inside.at(-1)],
  );
}

/**
 * A limiter that refills admits N and what came back meanwhile. How much that was is known only to within what the network blurs,
 * so its own account must agree: it began with N, went down to nothing, and Reset said so all along.
 */
function explainedByRefill(evidence: Evidence, lists: readonly Reading[]): boolean {
  const { limit, windowMs } = evidence;
  const first = lists[0];
  const ended = latest(lists, ({ received }) => received);
  const refilled = refillsSeen(evidence).some(
    ({ capped, perWindow }) => !capped && perWindow.from <= limit && perWindow.to >= limit,
  );
  if (first === undefined || ended === undefined || !refilled || !resetFollowsRefill(evidence)) return false;
  if (ended.received - first.sent > windowMs || !withinRate(evidence, lists, ended)) return false;
  const lowest = least(lists.flatMap(({ remaining }) => remaining ?? []));
  const capacity = (first.remaining ?? Infinity) + (lowest === 0 ? 1 : 0);
  return capacity <= limit && lowest <= 1;
}

/** From each list on, no more than N and what came back since: what comes back to a full bucket is lost. */
function withinRate({ limit, perMs }: Evidence, lists: readonly Reading[], ended: Reading): boolean {
  return lists.slice(0, Math.max(0, lists.length - limit)).every((list, index) => {
    const longest = ended.received - list.sent;
    const shortest = ended.sent - list.received;
    // Where the network blurs more than a slot, and more than half a percent, it may hide one too many.
    const span = (longest - shortest) * perMs > Math.max(1, limit / 200) ? shortest : longest;
    return lists.length - index <= limit + Math.floor(span * perMs);
  });
}
