import { because, type Finding, type ObservedValue, type Outcome, type Reason } from '../rules/outcome.ts';
import type { Level } from '../spec/requirement.ts';
import { type RequirementId, requirement } from '../spec/requirements/catalogue.ts';
import type { ReasonCode } from '../text/reasons.ts';
import type { Values } from '../text/template.ts';

export type VerdictKind = 'pass' | 'fail' | 'inconclusive' | 'not-applicable' | 'observed';

/** The result of one requirement. Every verdict except pass and observed has a reason or findings. */
export interface Verdict {
  readonly id: RequirementId;
  /** The level in the catalogue, unless a rule lowers it (get.still-served after the removal date). */
  readonly level: Level;
  /** The plan whose quota was exhausted (`limit.*`); absent if one key served the complete run. */
  readonly plan?: string;
  readonly verdict: VerdictKind;
  readonly reason?: string;
  readonly params?: Values;
  readonly code?: ReasonCode;
  readonly value?: ObservedValue;
  /** How many exchanges or facts were examined. */
  readonly subjects: number;
  readonly findings: readonly Finding[];
  /** Another possible cause of the violation: it needs a confirmation attempt (confirm.ts, limits/attempts.ts). */
  readonly otherCause?: Reason;
}

/** Nothing is proven, for this reason. */
export const inconclusive = (id: RequirementId, reason: Reason, subjects?: number): Verdict =>
  verdictFromReason('inconclusive', id, reason, subjects);

function verdictFromReason(
  verdict: 'inconclusive' | 'not-applicable',
  id: RequirementId,
  { code, params, reason }: Reason,
  subjects = 0,
): Verdict {
  return { id, level: requirement(id).level, verdict, code, params, reason, subjects, findings: [] };
}

/** @param missing why evidence is missing: no outcome passes then */
export function toVerdict(id: RequirementId, outcome: Outcome, missing?: Reason): Verdict {
  const { level } = requirement(id);
  switch (outcome.kind) {
    case 'broken': {
      const { kind: _kind, ...shown } = outcome;
      return { id, level, verdict: 'fail', ...shown };
    }
    case 'not-applicable':
      return missing === undefined ? verdictFromReason('not-applicable', id, outcome) : inconclusive(id, missing);
    case 'observed':
      return { id, level, verdict: 'observed', value: outcome.value, subjects: outcome.subjects, findings: [] };
    case 'undecided':
      return inconclusive(id, missing ?? outcome, outcome.subjects);
    case 'holds': {
      const { subjects } = outcome;
      if (missing !== undefined) return inconclusive(id, missing, subjects);
      if (subjects === 0) return inconclusive(id, because('nothing-to-judge'));
      return { id, level, verdict: 'pass', subjects, findings: [] };
    }
  }
}
