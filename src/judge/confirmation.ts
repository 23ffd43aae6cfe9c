import type { Verdict } from './verdict.ts';

/**
 * The one mechanism of confirmation, for checks and limits alike. A violation that something else could explain (`otherCause`) counts only
 * if a confirmation attempt shows it again. If it does not, the verdict is inconclusive.
 */
export function confirmed(first: Verdict, second: Verdict): Verdict {
  const certain = [first, second].find((verdict) => isViolation(verdict) && verdict.otherCause === undefined);
  if (certain !== undefined) return certain;
  // An attempt that came too early does not contradict the next one.
  const isShownAgain = isViolation(second) && (isViolation(first) || first.attempt !== undefined);
  if (isShownAgain) return withoutCause(second);
  if (isViolation(first)) return shownOnce(first, 'the first', `the second: ${resultOf(second)}`);
  if (isViolation(second)) return shownOnce(second, 'the second', `the first: ${resultOf(first)}`);
  return RANK.indexOf(first.verdict) < RANK.indexOf(second.verdict) ? first : second;
}

/** A violation that needs a confirmation attempt and had none is inconclusive. */
export function settled(verdict: Verdict): Verdict {
  if (!isViolation(verdict) || verdict.otherCause === undefined) return verdict;
  return asInconclusive(verdict, 'seen once, not confirmed: ');
}

const RANK = ['pass', 'observed', 'not-applicable', 'inconclusive'];

const isViolation = ({ verdict }: Verdict): boolean => verdict === 'fail';

function withoutCause({ otherCause: _, ...verdict }: Verdict): Verdict {
  return verdict;
}

const shownOnce = (verdict: Verdict, attempt: string, other: string): Verdict =>
  asInconclusive(verdict, `seen only in ${attempt} of 2 attempts (${other}): `);

function asInconclusive({ otherCause, findings, ...verdict }: Verdict, before: string): Verdict {
  const message = findings[0]?.message ?? 'a violation';
  return {
    ...verdict,
    verdict: 'inconclusive',
    reason: `${before}${message}. Other possible cause: ${otherCause}`,
    findings: [],
  };
}

const resultOf = ({ verdict, reason }: Verdict): string =>
  `${WORDS[verdict]}${reason === undefined ? '' : `, ${reason}`}`;

const WORDS: Readonly<Record<Verdict['verdict'], string>> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'inconclusive',
  'not-applicable': 'not applicable',
  observed: 'info',
};
