import { because, type Reason } from '../../rules/outcome.ts';
import { nested, type Value } from '../../text/template.ts';
import type { Verdict } from '../verdict.ts';

/**
 * The verdict of two attempts at one limit. A violation with another possible cause (`otherCause`) counts only if the
 * second attempt shows it again. If it does not, the verdict is inconclusive.
 */
export function confirmed(first: Verdict, second: Verdict): Verdict {
  const certain = [first, second].find((verdict) => isViolation(verdict) && verdict.otherCause === undefined);
  if (certain !== undefined) return certain;
  // An attempt that came too early does not contradict the next one.
  const isShownAgain = isViolation(second) && (isViolation(first) || first.attempt !== undefined);
  if (isShownAgain) return withoutCause(second);
  if (isViolation(first)) return shownOnce(first, 1, second);
  if (isViolation(second)) return shownOnce(second, 2, first);
  const ranks = [first, second].map(({ verdict }) => RANK.indexOf(verdict)) as [number, number];
  const isFirstBetter =
    ranks[0] < ranks[1] || (ranks[0] === ranks[1] && namesViolation(first) && !namesViolation(second));
  return isFirstBetter ? first : second;
}

/** A violation that needs a confirmation attempt and had none is inconclusive. */
export function settled(verdict: Verdict): Verdict {
  if (!isViolation(verdict) || verdict.otherCause === undefined) return verdict;
  return asInconclusive(verdict, because('seen-once', violationIn(verdict)));
}

const RANK = ['pass', 'observed', 'not-applicable', 'inconclusive'];

const isViolation = ({ verdict }: Verdict): boolean => verdict === 'fail';

/** Whether the reason says which violation was seen. */
const namesViolation = ({ params }: Verdict): boolean => params?.['violation'] !== undefined;

function withoutCause({ otherCause: _, ...verdict }: Verdict): Verdict {
  return verdict;
}

const shownOnce = (verdict: Verdict, attempt: 1 | 2, other: Verdict): Verdict =>
  asInconclusive(verdict, because('seen-in-one-attempt', { ...violationIn(verdict), attempt, other: resultOf(other) }));

export const violationIn = ({ findings, otherCause }: Verdict) => ({
  violation: findings.slice(0, 1).map(nested),
  otherCause: otherCause === undefined ? [] : nested(otherCause),
});

function asInconclusive({ otherCause: _, ...verdict }: Verdict, reason: Reason): Verdict {
  return { ...verdict, ...reason, verdict: 'inconclusive', findings: [] };
}

/** A result word, and the reason if there is one. */
const resultOf = ({ verdict, code, params, reason }: Verdict): readonly Value[] =>
  reason === undefined ? [WORDS[verdict]] : [WORDS[verdict], nested({ code, params, reason })];

const WORDS: Readonly<Record<Verdict['verdict'], string>> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'inconclusive',
  'not-applicable': 'not applicable',
  observed: 'info',
};
