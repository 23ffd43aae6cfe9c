import { brokenUnless, type Finding, holds, type Outcome, undecided } from '../../rules/outcome.ts';
import { type Crowd, mostAboveRate, mostWithin } from '../evidence/counting.ts';
import { finding, inSeconds } from '../evidence/describe.ts';
import { type Evidence, inPhase, latest, least, most } from '../evidence/evidence.ts';
import { drawn, refillExcluded } from '../evidence/exhaustion.ts';
import { forgottenOnce } from '../evidence/forgotten.ts';
import { otherPlanShown } from '../evidence/policy.ts';
import { isUnanswered, type Reading } from '../evidence/reading.ts';
import { refillsSeen } from '../evidence/refills.ts';
import { stepAllowance } from '../evidence/steps.ts';
import { fixedWindowsExcluded, mostInOneWindow, withoutEdge } from '../evidence/window.ts';
import { excessCause } from './excess-cause.ts';
import { resetFollowsRefill } from './refill-rate.ts';

/** limit.rejects-excess: more than N admitted under every reading of "N per minute". */
export function judgeExcess(evidence: Evidence): Outcome {
  const { limit } = evidence;
  const lists = drawn(evidence);
  const subjects = lists.length;
  const found = certainExcess(evidence);
  const other = otherPlanShown(evidence);
  if (found !== undefined && other !== undefined)
    return undecided(`every Limit is that of the plan ${other}: a key of another plan, or a wrong limiter`, subjects);
  if (found !== undefined && (forgottenOnce(evidence, lists) || forgottenOnce(evidence, found.inside)))
    return brokenUnless('a restart of the service: Remaining began anew once', found.finding, subjects);
  if (found !== undefined) return { kind: 'broken', findings: [found.finding], subjects };
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

interface Excess {
  readonly finding: Finding;
  /** The lists of the span that holds too many. */
  readonly inside: readonly Reading[];
}

/** Fixed windows, a rolling window and refill must each be impossible. */
function certainExcess(evidence: Evidence): Excess | undefined {
  const { limit, windowMs, perMs, admittedLists } = evidence;
  const rolling = mostWithin(admittedLists, windowMs);
  if (rolling.count <= limit) return undefined;
  const fixed = mostInOneWindow(evidence, admittedLists);
  const explained = fixed.length <= limit && !fixedWindowsExcluded(evidence, admittedLists);
  if (explained && rolling.count <= 2 * limit) return undefined;
  // No refill between the flood and half a window later means no refill within the flood.
  const still = refillExcluded(evidence) ? mostWithin(drawn(evidence), windowMs) : undefined;
  if (still !== undefined && still.count > limit) return excessOf(evidence, still, limit);
  const refill = mostAboveRate(admittedLists, perMs);
  // A refill in steps may add its step at any moment, but Reset then moves on with what is missing.
  const inside = admittedLists.filter(({ sent, received }) => sent >= refill.from && received <= refill.to);
  const step = fixed.length > limit ? 1 : stepAllowance(evidence, inside, refill.to - refill.from);
  const bound = limit + Math.floor((refill.to - refill.from) * perMs) + step;
  return refill.count > bound ? excessOf(evidence, refill, bound) : undefined;
}

function excessOf(evidence: Evidence, crowd: Crowd, bound: number): Excess {
  const inside = evidence.admittedLists.filter(({ sent, received }) => sent >= crowd.from && received <= crowd.to);
  const span = inSeconds(most(inside.map(({ received }) => received)) - crowd.from);
  // Only the counted lists: later ones may name the same window.
  const inOneWindow = mostInOneWindow(evidence, inside).length;
  const window = inOneWindow > evidence.limit ? `, ${inOneWindow} of them with one and the same Reset` : '';
  const refill = bound > evidence.limit ? ` and ${bound - evidence.limit} refilled meanwhile` : '';
  const cause = excessCause(evidence, inside, inside.length - bound);
  const found = finding(
    `${inside.length} lists admitted within ${span}${window}: ${cause}`,
    `at most ${evidence.limit}${refill} in ${evidence.experiment.windowSeconds} s`,
    `${inside.length}, ${inside.length - bound} too many`,
    [inside[0], inside.at(-1)],
  );
  return { finding: found, inside };
}

/**
 * A refilling limiter admits N and the refill. Latency blurs the size of the refill, so the limiter's own numbers must agree: it started
 * with N, fell to 0, and its Reset matched.
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

/** From each list on, at most N and the refill since. A full bucket does not refill. */
function withinRate({ limit, perMs }: Evidence, lists: readonly Reading[], ended: Reading): boolean {
  return lists.slice(0, Math.max(0, lists.length - limit)).every((list, index) => {
    const longest = ended.received - list.sent;
    const shortest = ended.sent - list.received;
    // Latency that blurs more than a slot, and more than half a percent, may hide one too many.
    const span = (longest - shortest) * perMs > Math.max(1, limit / 200) ? shortest : longest;
    return lists.length - index <= limit + Math.floor(span * perMs);
  });
}
