import { because, type Outcome, observed, undecided } from '../../rules/outcome.ts';
import { type Evidence, inPhase, least, most, refusedInFlood } from '../evidence/evidence.ts';
import { drawn, exhausted, refillExcluded, SPARE } from '../evidence/exhaustion.ts';
import { isAdmitted, isList, type Reading } from '../evidence/reading.ts';
import { backWithNewWindow } from '../evidence/refills.ts';
import { certainlyWhole, decidedFrom } from '../evidence/whole-back.ts';
import { namesWindow } from '../evidence/window.ts';
import { judgeResetTruth } from './reset-true.ts';

export type AlgorithmClass =
  | 'fixed from first request'
  | 'fixed on the clock'
  | 'sliding'
  | 'continuous refill'
  | 'not determined';

export interface Algorithm {
  readonly class: AlgorithmClass;
  /** Present if a continuous refill is excluded, but not every other kind: any window, or a fixed one. */
  readonly windows?: true | 'fixed';
  readonly evidence: string;
}

/** The class of limiter that the experiment shows. Some look alike after a short burst, or if Reset is wrong. */
export function algorithmOf(evidence: Evidence): Algorithm {
  const before = exhausted(evidence);
  if (before === undefined) return { class: 'not determined', evidence: 'no list of the burst was refused' };
  const half = inPhase(evidence.minute, 'half-window').find(isList);
  const isWindow = backWithNewWindow(evidence);
  if (half !== undefined && isAdmitted(half) && !(isWindow && edgeOrRefill(evidence) !== undefined))
    return admittedHalfway(evidence, half);
  if (!isWindow && !refillExcluded(evidence))
    return {
      class: 'not determined',
      evidence:
        half === undefined
          ? 'no list was sent half a window after the burst'
          : 'half a window after the burst, the response does not show whether quota refills',
    };
  const window = windowKind(evidence);
  const never = firstBack(evidence) === undefined ? '; nothing was admitted after the burst' : '';
  return { ...window, evidence: `${window.evidence}${never}` };
}

function windowKind(evidence: Evidence): Algorithm {
  const lists = drawn(evidence).filter((list) => namesWindow(evidence, list));
  const moved = moveOf(lists);
  const took = (lists.at(-1)?.sent ?? 0) - (lists[0]?.received ?? 0);
  if (judgeResetTruth(evidence).kind === 'broken') {
    const all = moveOf([...lists, ...refusedInWindow(evidence)]);
    const when = moved > 1 ? 'while requests were admitted' : 'within the window';
    if (all > 1)
      return {
        class: 'not determined',
        windows: true,
        evidence: `X-RateLimit-Reset is wrong: it moved by ${moved > 1 ? moved : all} s ${when}`,
      };
  } else if (moved > 1)
    return { class: 'sliding', evidence: `X-RateLimit-Reset moved by ${moved} s while requests were admitted` };
  if (took > 3_000 || stoodStill(evidence)) return fixedKind(evidence, lists);
  return {
    class: 'not determined',
    windows: true,
    evidence:
      'after a burst of less than 3 s, both kinds of window return the quota at nearly the same time, and no response showed a difference',
  };
}

/** Seconds between the first and the last Reset of these. */
function moveOf(readings: readonly Reading[]): number {
  const resets = readings.flatMap(({ reset }) => reset ?? []);
  return resets.length === 0 ? 0 : most(resets) - least(resets);
}

/** The refusals before a list was admitted again. */
function refusedInWindow(evidence: Evidence): Reading[] {
  const back = firstBack(evidence)?.sent ?? Infinity;
  return evidence.refusals.filter((refusal) => refusal.received < back && namesWindow(evidence, refusal));
}

/** Remaining half a window later, if so much was back that the end of a window explains it as well as a refill does. */
export function edgeOrRefill(evidence: Evidence): number | undefined {
  const half = inPhase(evidence.minute, 'half-window').find(isList);
  const left = half !== undefined && isAdmitted(half) ? (half.remaining ?? 0) : 0;
  return left > 0.8 * evidence.limit ? left : undefined;
}

function admittedHalfway(evidence: Evidence, half: Reading): Algorithm {
  const edge = edgeOrRefill(evidence);
  if (edge !== undefined)
    return { class: 'not determined', evidence: because('edge-or-refill', { remaining: edge }).reason };
  const left = half.remaining ?? 0;
  return {
    class: 'continuous refill',
    evidence: `half a window after the burst, X-RateLimit-Remaining was ${left} of ${evidence.limit}`,
  };
}

/** The first list that was admitted after the key was exhausted. */
function firstBack(evidence: Evidence): Reading | undefined {
  const since = exhausted(evidence)?.received ?? Infinity;
  return evidence.admittedLists.find(({ sent }) => sent > since);
}

/** At the recovery more was back than can have left a rolling window. */
function stoodStill(evidence: Evidence): boolean {
  return inPhase(evidence.admittedLists, 'recovery-retry-after', 'recovery-reset').some((probe) => {
    const inWindow = drawn(evidence).filter(({ sent }) => sent >= probe.received - evidence.windowMs).length;
    return probe.remaining !== undefined && probe.remaining > evidence.limit - inWindow + SPARE;
  });
}

function fixedKind(evidence: Evidence, lists: readonly Reading[]): Algorithm {
  const seconds = evidence.windowMs / 1_000;
  const resets = [
    ...lists,
    ...inPhase(evidence.admittedLists, 'calibrate', 'recovery-retry-after', 'recovery-reset'),
  ].flatMap(({ reset }) => reset ?? []);
  const [first] = lists;
  if (first === undefined)
    return { class: 'not determined', evidence: 'no X-RateLimit-Reset of the minute limit was seen' };
  const off = Math.abs((first.reset ?? 0) * 1_000 - decidedFrom(evidence, first) - evidence.windowMs);
  const onGrid = resets.every((reset) => Math.min(reset % seconds, seconds - (reset % seconds)) <= 1);
  const isRegular = new Set(resets).size > 1 && new Set(resets.map((reset) => reset % seconds)).size === 1;
  const back = firstBack(evidence);
  const atOnce = back !== undefined && certainlyWhole(evidence, back) ? '; the complete quota came back at once' : '';
  // In a short window, a window from the first request ends at such moments by chance.
  if (onGrid && isRegular && seconds > 4 && (off > 2_500 || seconds >= 20))
    return { class: 'fixed on the clock', evidence: `every X-RateLimit-Reset is a multiple of ${seconds} s${atOnce}` };
  if (onGrid && off <= 2_500)
    return {
      class: 'not determined',
      windows: 'fixed',
      evidence: `it is not known whether a window starts with the first request or at a fixed time of the clock${atOnce}`,
    };
  const refusals = refusedInFlood(evidence).some(
    ({ reset = first.reset ?? 0 }) => Math.abs(reset - (first.reset ?? 0)) > 1,
  )
    ? '; refusals send another one'
    : '';
  if (off <= 2_500)
    return {
      class: 'fixed from first request',
      evidence: `all requests admitted in the burst show the same X-RateLimit-Reset, ${seconds} s after the first request${refusals}${atOnce}`,
    };
  return {
    class: 'fixed on the clock',
    evidence: `all requests admitted in the burst show the same X-RateLimit-Reset, which does not depend on the first request${refusals}${atOnce}`,
  };
}

/**
 * limit.algorithm (info): the class, and what shows it.
 *
 *   half a window after the burst   sent  list ──► 200, Remaining 29   continuous refill
 *   half a window after the burst   sent  list ──► 429                 a window: fixed if Reset stood still, sliding if it moved
 */
export function observeAlgorithm(evidence: Evidence): Outcome {
  const found = algorithmOf(evidence);
  if (evidence.refusals.length === 0) return undecided(because('no-429'));
  return observed({ ...found }, evidence.minute.length);
}
