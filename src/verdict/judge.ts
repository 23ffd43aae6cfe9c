import type { Trace } from '../exchange/index.ts';
import type { Outcome } from '../rules/outcome.ts';
import { type Requirement, requirement } from '../spec/requirements/index.ts';
import type { Check } from './check.ts';
import { type Evidence, evidenceFor } from './evidence.ts';
import type { Verdict } from './verdict.ts';

/**
 * The one judge: a pure function of the recorded trace. Order of what counts: a breach that was seen is a fail, whatever else is missing;
 * then missing evidence is inconclusive; then the rule's word. A rule that looked at nothing never passes.
 */
export function judge(checks: readonly Check[], trace: Trace): Verdict[] {
  return checks.map((check) => judgeOne(check, trace));
}

function judgeOne(check: Check, trace: Trace): Verdict {
  const row = requirement(check.requirement);
  const evidence = evidenceFor(check, trace);
  const outcome =
    evidence.answered.length === 0 && evidence.missing.length + evidence.leftOut.length > 0 && check.from !== 'all'
      ? undefined
      : check.rule(evidence.answered, trace);
  if (outcome === undefined) return withoutEvidence(row, evidence);
  return toVerdict(row, outcome, evidence, check.from === 'all' && !isWhole(trace));
}

function withoutEvidence({ id, level }: Requirement, { missing, leftOut }: Evidence): Verdict {
  const [reason] = missing;
  if (reason !== undefined) return { id, level, verdict: 'inconclusive', reason, subjects: 0, findings: [] };
  return {
    id,
    level,
    verdict: 'not-applicable',
    reason: leftOut[0] ?? 'nothing to look at',
    subjects: 0,
    findings: [],
  };
}

/** Puts a rule's word and the evidence that is missing together. */
export function toVerdict(
  { id, level }: Requirement,
  outcome: Outcome,
  evidence: Evidence,
  isCutShort: boolean,
): Verdict {
  const inconclusive = (reason: string, subjects = 0): Verdict => ({
    id,
    level,
    verdict: 'inconclusive',
    reason,
    subjects,
    findings: [],
  });
  switch (outcome.kind) {
    case 'broken':
      return {
        id,
        level: outcome.level ?? level,
        verdict: 'fail',
        subjects: outcome.subjects,
        findings: outcome.findings,
      };
    case 'not-applicable': {
      const [missing] = evidence.missing;
      if (missing !== undefined) return inconclusive(missing);
      return { id, level, verdict: 'not-applicable', reason: outcome.reason, subjects: 0, findings: [] };
    }
    case 'observed':
      return { id, level, verdict: 'observed', value: outcome.value, subjects: outcome.subjects, findings: [] };
    case 'undecided': {
      const [missing] = evidence.missing;
      const [leftOut] = evidence.leftOut;
      if (missing === undefined && leftOut !== undefined)
        return { id, level, verdict: 'not-applicable', reason: leftOut, subjects: 0, findings: [] };
      const verdict = inconclusive(missing ?? outcome.reason, outcome.subjects);
      if (missing !== undefined) return verdict;
      const { askAgain, suspected } = outcome;
      return {
        ...verdict,
        ...(askAgain === undefined ? {} : { askAgain }),
        ...(suspected === undefined ? {} : { suspected }),
      };
    }
    case 'holds': {
      const [missing] = evidence.missing;
      if (missing !== undefined) return inconclusive(missing, outcome.subjects);
      if (outcome.subjects === 0) return inconclusive('nothing to look at');
      if (isCutShort)
        return inconclusive('the run did not finish, so what was not sent might have shown a breach', outcome.subjects);
      return { id, level, verdict: 'pass', subjects: outcome.subjects, findings: [] };
    }
  }
}

function isWhole({ end }: Trace): boolean {
  return end?.reason === 'complete';
}
