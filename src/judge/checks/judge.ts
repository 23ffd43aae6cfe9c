import type { Check } from '../../../suites/check.ts';
import { type EndedTrace, type Exchange, isAnswered, isConfirmation, type Trace } from '../../exchange/index.ts';
import { because, type Outcome } from '../../rules/outcome.ts';
import { isAccepted } from '../../rules/status.ts';
import { type RequirementId, requirement } from '../../spec/requirements/index.ts';
import { confirmed, settled } from '../confirmation.ts';
import { inconclusive, notApplicable, type Verdict } from '../verdict.ts';
import { attemptsOf } from './attempts.ts';
import { type Evidence, evidenceFor } from './evidence.ts';
import { otherCauseOf, violations } from './other-cause.ts';

/**
 * A pure function of the recorded trace. A violation fails, even if evidence is missing. Missing evidence is
 * inconclusive. Otherwise the rule decides; a rule that judged nothing never passes.
 */
export function judge(checks: readonly Check[], trace: EndedTrace): Verdict[] {
  const all = checks.map((check) => attemptsAt(check, trace));
  return all.map((one) => settled(verdictOf(one, all, trace)));
}

/** The verdicts on the two attempts. */
interface Judged {
  readonly first: Verdict;
  readonly second?: Verdict;
}

function attemptsAt(check: Check, run: EndedTrace): Judged {
  if (check.series === true) return { first: judgeAttempt(check, run.exchanges, run) };
  const { first, latest } = attemptsOf(run);
  const verdict = judgeAttempt(check, first, run);
  if (latest === undefined) return { first: verdict };
  return { first: verdict, second: shownAgain(judgeAttempt(check, latest, run), run) };
}

/**
 * A service that answers every fifth request wrongly can show it with another request of the same kind in each attempt:
 *
 *   first attempt   list.status-filter.sold     a pending animal
 *   confirmation    list.status-filter.pending  a sold animal       both are confirmed
 *
 * Only a successful response counts: an error may come from a proxy each time.
 */
function verdictOf({ first, second }: Judged, all: readonly Judged[], { exchanges }: Trace): Verdict {
  if (second === undefined) return first;
  const family = familyOf(first.id);
  if (family === undefined || (first.verdict === 'fail') === (second.verdict === 'fail'))
    return confirmed(first, second);
  const like = all.filter((one) => familyOf(one.first.id) === family);
  const isShown = ({ findings }: Verdict) =>
    violations(findings, exchanges).every((exchange) => isAnswered(exchange) && isAccepted(exchange));
  return confirmed(first, second, {
    first: like.map((one) => one.first).filter(isShown),
    second: like.flatMap((one) => one.second ?? []).filter(isShown),
  });
}

/** `list.status-filter` of `list.status-filter.sold`. */
const familyOf = (id: RequirementId): string | undefined => /^[^.]+\.[^.]+(?=\.)/.exec(id)?.[0];

/** The verdict on one attempt. A violation that needs confirmation names its other cause. */
export function judgeAttempt(check: Check, attempt: readonly Exchange[], run: EndedTrace): Verdict {
  const { requirement: id, from, rule } = check;
  const { answered, missing, leftOut } = evidenceFor(check, attempt, run);
  if (answered.length === 0 && missing[0] !== undefined) return inconclusive(id, missing[0]);
  if (answered.length === 0 && leftOut[0] !== undefined) return notApplicable(id, leftOut[0]);
  const outcome = rule(answered, run);
  const verdict = toVerdict(id, outcome, { missing, leftOut }, from === 'all' && run.end?.reason !== 'complete');
  const otherCause = otherCauseOf(check, outcome, answered, run);
  return otherCause === undefined ? verdict : { ...verdict, otherCause };
}

/** The latest evidence includes the first attempt: a violation counts again only if a confirmation attempt shows it. */
function shownAgain(latest: Verdict, { exchanges }: Trace): Verdict {
  if (latest.verdict !== 'fail') return latest;
  const attempts = new Set(exchanges.filter(isConfirmation).map(({ seq }) => seq));
  return latest.findings.some((finding) => attempts.has(finding.exchanges.at(-1) ?? 0))
    ? latest
    : inconclusive(latest.id, because('not-repeated'), latest.subjects);
}

/** Combines an outcome with the missing evidence. `isCutShort`: an unsent request might show a violation. */
export function toVerdict(
  id: RequirementId,
  outcome: Outcome,
  { missing: [missing], leftOut: [leftOut] }: Omit<Evidence, 'answered'> = { missing: [], leftOut: [] },
  isCutShort = false,
): Verdict {
  const { level } = requirement(id);
  switch (outcome.kind) {
    case 'broken': {
      const { level: lowered = level, subjects, findings, otherCause } = outcome;
      return {
        id,
        level: lowered,
        verdict: 'fail',
        subjects,
        findings,
        ...(otherCause === undefined ? {} : { otherCause }),
      };
    }
    case 'not-applicable':
      return missing === undefined ? notApplicable(id, outcome) : inconclusive(id, missing);
    case 'observed':
      return { id, level, verdict: 'observed', value: outcome.value, subjects: outcome.subjects, findings: [] };
    case 'undecided': {
      const { subjects, attempt } = outcome;
      // A doubt about judged responses remains, even in a read-only run.
      const isLeftOut = attempt === undefined && (subjects ?? 0) === 0;
      if (missing === undefined && leftOut !== undefined && isLeftOut) return notApplicable(id, leftOut);
      return {
        ...inconclusive(id, missing ?? outcome, subjects),
        ...(attempt === undefined ? {} : { attempt }),
      };
    }
    case 'holds': {
      const { subjects } = outcome;
      if (missing !== undefined) return inconclusive(id, missing, subjects);
      if (subjects === 0) return inconclusive(id, because('nothing-to-judge'));
      if (isCutShort) return inconclusive(id, because('incomplete-run'), subjects);
      return { id, level, verdict: 'pass', subjects, findings: [] };
    }
  }
}
