import type { Trace } from '../../exchange/index.ts';
import type { Finding, Outcome } from '../../rules/outcome.ts';
import { createdOf } from '../../rules/seen.ts';
import { type RequirementId, requirement } from '../../spec/requirements/index.ts';
import { inconclusive, notApplicable, type Verdict } from '../verdict.ts';
import type { Check } from './check.ts';
import { type Evidence, evidenceFor } from './evidence.ts';

/**
 * The one judge: a pure function of the recorded trace. Order of what counts: a breach that was seen is a fail, whatever else is missing;
 * then missing evidence is inconclusive; then the rule's word. A rule that looked at nothing never passes.
 */
export function judge(checks: readonly Check[], trace: Trace): Verdict[] {
  return checks.map((check) => judgeOne(check, trace));
}

function judgeOne(check: Check, trace: Trace): Verdict {
  const { requirement: id, from, rule } = check;
  const { answered, missing, leftOut } = evidenceFor(check, trace);
  if (answered.length === 0 && missing[0] !== undefined) return inconclusive(id, missing[0]);
  if (answered.length === 0 && leftOut[0] !== undefined) return notApplicable(id, leftOut[0], 'read-only');
  const verdict = toVerdict(id, rule(answered, trace), { missing, leftOut }, from === 'all' && !isWhole(trace));
  return isLacking(check, verdict, trace) ? { ...verdict, askAgain: {} } : verdict;
}

/** A probe that lacked what it builds on, as nothing of what was created was visible yet, may find it at a second look. */
function isLacking({ again = [] }: Check, { verdict, askAgain }: Verdict, trace: Trace): boolean {
  if (verdict !== 'inconclusive' || askAgain !== undefined || createdOf(trace).length === 0) return false;
  return trace.skips.some(
    ({ probe, cause }) =>
      cause === 'prerequisite' &&
      again.includes(probe) &&
      trace.exchanges.every((exchange) => exchange.probe !== probe),
  );
}

/** Puts a rule's word and the evidence that is missing together. `isCutShort`: what was not sent might have shown a breach. */
export function toVerdict(
  id: RequirementId,
  outcome: Outcome,
  { missing: [missing], leftOut: [leftOut] }: Omit<Evidence, 'answered'>,
  isCutShort = false,
): Verdict {
  const { level } = requirement(id);
  switch (outcome.kind) {
    case 'broken': {
      const { level: lowered = level, subjects, findings } = outcome;
      return { id, level: lowered, verdict: 'fail', subjects, findings: findings.map(shortenedFinding) };
    }
    case 'not-applicable':
      return missing === undefined ? notApplicable(id, outcome.reason, outcome.code) : inconclusive(id, missing);
    case 'observed':
      return { id, level, verdict: 'observed', value: outcome.value, subjects: outcome.subjects, findings: [] };
    case 'undecided': {
      const { reason, subjects, askAgain, suspected } = outcome;
      // A doubt about what was looked at stays one, whatever a read-only run leaves out.
      const isLeftOut = askAgain === undefined && (subjects ?? 0) === 0;
      if (missing === undefined && leftOut !== undefined && isLeftOut) return notApplicable(id, leftOut, 'read-only');
      return {
        ...inconclusive(id, missing ?? shortened(reason), subjects),
        ...(askAgain === undefined ? {} : { askAgain }),
        ...(suspected === undefined ? {} : { suspected: suspected.map(shortenedFinding) }),
      };
    }
    case 'holds': {
      const { subjects } = outcome;
      if (missing !== undefined) return inconclusive(id, missing, subjects);
      if (subjects === 0) return inconclusive(id, 'nothing to look at');
      if (isCutShort)
        return inconclusive(id, 'the run did not finish, so what was not sent might have shown a breach', subjects);
      return { id, level, verdict: 'pass', subjects, findings: [] };
    }
  }
}

/** A server may put a megabyte where a number belongs; what it answered stands whole in the journal. */
const LONGEST = 1_000;

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

function shortenedFinding({ message, expected, actual, exchanges }: Finding): Finding {
  return { message: shortened(message), expected: shortened(expected), actual: shortened(actual), exchanges };
}

function isWhole({ end }: Trace): boolean {
  return end?.reason === 'complete';
}
