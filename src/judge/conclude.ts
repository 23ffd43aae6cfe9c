import { groupBy } from '../exchange/group.ts';
import type { EndReason } from '../exchange/records/run-record.ts';
import type { EndedTrace, Trace } from '../exchange/trace.ts';
import { because, type Conclusion, inconclusive, notApplicable, pass, type Reason } from '../rules/conclusion.ts';
import { isRemovedOn } from '../spec/operations.ts';
import { isTestedBy, needsCreates, needsGet, type RequirementId, requirement } from '../spec/requirements/catalogue.ts';
import type { ReasonCode } from '../text/reasons.ts';
import { nested, withShare } from '../text/template.ts';
import { identityOf } from './expect/request.ts';
import { isUsable } from './expect/service-response.ts';
import { signatureOf } from './gate/signature.ts';
import { isConclusive, isViolation, type Judgement, type Violation } from './judgement.ts';
import { isProven, unresolvedIn } from './proof.ts';
import { stoppedByDay } from './refused-key.ts';
import { simplestFirst, timesShown } from './repeatable.ts';

/** The conclusion of a requirement from all its judgements: violations that count, else open doubts, else parts that nothing showed. */
export function conclude(id: RequirementId, judgements: readonly Judgement[], trace: EndedTrace): Conclusion {
  const conclusive = judgements.filter(isConclusive);
  const violated = conclusive.filter(isViolation);
  const subjects = subjectsOf(conclusive);
  if (violated.length > 0) {
    if (isProven(violated, conclusive)) return concludeFailed(id, violated, conclusive);
    const otherCause = nested(because('temporary-cause'));
    const violation = violated.slice(0, 1).map(({ finding }) => nested(finding));
    return inconclusive(because('seen-once', { violation, otherCause }), subjects);
  }
  const [unresolved] = unresolvedIn(judgements, conclusive);
  if (unresolved !== undefined) return inconclusive(reasonOf(unresolved, trace), subjects);
  if (conclusive.length === 0) return nothingJudged(id, judgements, trace);
  const endedEarly = whyEndedEarly(trace);
  const missing = missingCells(id, conclusive, trace);
  if (missing.length > 0) return inconclusive(endedEarly ?? because('cells-not-judged', { cells: missing }), subjects);
  // A requirement without stimuli is about every response: a request that was not sent might show a violation.
  const isOfAllResponses = requirement(id).stimuli === undefined;
  return endedEarly !== undefined && isOfAllResponses
    ? inconclusive(because('incomplete-run'), subjects)
    : pass(subjects);
}

const subjectsOf = (conclusive: readonly Judgement[]): number =>
  conclusive.reduce((sum, { subjects = 1 }) => sum + subjects, 0);

/** The conclusion with the findings of violations that count. */
export function concludeFailed(
  id: RequirementId,
  violated: readonly Violation[],
  conclusive: readonly Judgement[],
): Conclusion {
  const { level } = violated[0] ?? {};
  const findings = simplestFindings(id, violated, conclusive);
  return { verdict: 'fail', findings, subjects: subjectsOf(conclusive), ...(level !== undefined && { level }) };
}

/** A result lists this many requests that show the same violation. */
const LISTED_REQUESTS = 3;

/** For each signature, the findings of the simplest requests, each with the share of its repetitions that showed it. */
function simplestFindings(id: RequirementId, violated: readonly Violation[], conclusive: readonly Judgement[]) {
  const alike = groupBy(violated, ({ finding }) => signatureOf(id, [finding]));
  return [...alike.values()].flatMap((group) =>
    [...groupBy(group, ({ on }) => identityOf(on)).values()]
      .flatMap(([first]) => first ?? [])
      .sort((one, other) => simplestFirst(one.on, other.on))
      .slice(0, LISTED_REQUESTS)
      .map((one) => withFrequency(one, conclusive)),
  );
}

/** Adds to a violation of one response how often its request showed it, unless that was every time. */
function withFrequency({ on, finding }: Violation, conclusive: readonly Judgement[]) {
  if (finding.exchanges.length > 1) return finding;
  const { shown, sent } = timesShown(finding, identityOf(on), conclusive);
  return shown === sent ? finding : { ...finding, actual: withShare(finding.actual, shown, sent) };
}

/** Why a judgement proves nothing, with its possible violation. If the run ended early, the request that would resolve it was not sent. */
function reasonOf({ on, doubt, finding }: Judgement, trace: EndedTrace): Reason {
  const reason = doubt?.reason ?? because('nothing-to-judge');
  if (finding !== undefined) return because('not-proven', { violation: nested(finding), why: nested(reason) });
  return (doubt?.kind === 'open' && isUsable(on) ? whyEndedEarly(trace) : undefined) ?? reason;
}

/** The conclusion if every judgement of a requirement has a doubt, or if there is none. */
function nothingJudged(id: RequirementId, doubted: readonly Judgement[], trace: EndedTrace): Conclusion {
  const { head, skips } = trace;
  const undecided = doubted.find(({ doubt }) => doubt !== undefined && doubt.kind !== 'moot');
  if (undecided !== undefined) return inconclusive(reasonOf(undecided, trace));
  if (isRemovedOn(head.settings.today) && needsGet(id)) return notApplicable(because('operation-removed'));
  if (head.settings.readOnly && needsCreates(id)) return notApplicable(because('read-only'));
  const [first] = doubted;
  if (first?.doubt !== undefined) return notApplicable(first.doubt.reason);
  const endedEarly = whyEndedEarly(trace);
  if (endedEarly !== undefined) return inconclusive(endedEarly);
  const { inconclusiveCode, notApplicableCode, stimuli } = requirement(id);
  if (notApplicableCode !== undefined) return notApplicable(because(notApplicableCode));
  if (inconclusiveCode !== undefined) return inconclusive(because(inconclusiveCode));
  const skip = stimuli && skips.find(({ cause, probe }) => cause === 'prerequisite' && isTestedBy(id, probe));
  if (skip === undefined) return inconclusive(because('nothing-to-judge'));
  return inconclusive(because('probe-not-sent', { probe: skip.probe, why: nested(skip) }));
}

/** Parts of a requirement that no response showed. A key without letters has no other letter case. */
function missingCells(id: RequirementId, conclusive: readonly Judgement[], { head }: Trace): readonly string[] {
  const cells = requirement(id).cells ?? [];
  const seen = new Set(conclusive.map(({ cell }) => cell));
  return cells.filter((cell) => !seen.has(cell) && (cell !== 'flipped' || head.settings.keyHasLetters));
}

/** Why the run ended early; undefined if it is complete. All unsent requests have the same reason, so that reports can fold it. */
function whyEndedEarly(trace: EndedTrace): Reason | undefined {
  const { head, end } = trace;
  if (end?.reason === 'complete') return undefined;
  if (end?.reason === 'request-budget')
    return because('stopped-at-request-budget', { most: head.settings.maxRequests });
  return stoppedByDay(trace) ?? because(end === null ? 'journal-cut-off' : STOPPED[end.reason]);
}

const STOPPED = {
  'set-up': 'stopped-at-set-up',
  'rate-limited': 'stopped-at-429',
  unanswered: 'stopped-without-response',
  'time-budget': 'stopped-at-time-budget',
  interrupted: 'stopped-by-interrupt',
} as const satisfies Record<Exclude<EndReason, 'complete' | 'request-budget'>, ReasonCode>;
