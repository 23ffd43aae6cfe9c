import type { Head } from '../exchange/records/run-record.ts';
import {
  because,
  type Conclusion,
  type Finding,
  inconclusive,
  type ObservedValue,
  type Reason,
} from '../rules/conclusion.ts';
import { isSelected } from '../spec/pattern.ts';
import type { Level } from '../spec/requirement.ts';
import { type RequirementId, requirement } from '../spec/requirements/catalogue.ts';

/** The result of one requirement. Every verdict except pass and observed has a reason or findings. */
export interface Verdict extends Partial<Reason> {
  readonly id: RequirementId;
  /** The level in the catalogue, unless a rule lowers it (get.still-served after the removal date). */
  readonly level: Level;
  /** The plan whose limit was exhausted; absent for requirements of the check. */
  readonly plan?: string;
  readonly verdict: Conclusion['verdict'];
  readonly value?: ObservedValue;
  /** How many exchanges or facts were examined. */
  readonly subjects: number;
  readonly findings: readonly Finding[];
  /** Another possible cause of the violation: it needs a confirmation attempt (limits/attempts.ts). */
  readonly otherCause?: Reason | undefined;
}

/** An inconclusive verdict with this reason. */
export const inconclusiveVerdict = (id: RequirementId, reason: Reason, subjects?: number): Verdict =>
  toVerdict(id, inconclusive(reason, subjects));

/** The verdicts, of which those that `--only` or `--skip` excludes become inconclusive. */
export const withExclusions = (verdicts: readonly Verdict[], { settings }: Head): Verdict[] =>
  verdicts.map((verdict) =>
    isSelected(verdict.id, settings)
      ? verdict
      : { ...inconclusiveVerdict(verdict.id, because('not-selected')), ...(verdict.plan && { plan: verdict.plan }) },
  );

/** The verdict of a conclusion. @param missing why evidence is missing: nothing passes then */
export function toVerdict(id: RequirementId, conclusion: Conclusion, missing?: Reason): Verdict {
  const { level } = requirement(id);
  const { verdict, subjects = 0 } = conclusion;
  if (verdict === 'fail') return { id, level, ...conclusion };
  if (verdict === 'observed') return { id, level, ...conclusion, findings: [] };
  if (verdict === 'pass' && subjects > 0 && missing === undefined) return { id, level, ...conclusion, findings: [] };
  const { code, params, reason } = missing ?? (verdict === 'pass' ? because('nothing-to-judge') : conclusion);
  const isApplicable = verdict !== 'not-applicable' || missing !== undefined;
  const kind = isApplicable ? 'inconclusive' : 'not-applicable';
  return { id, level, verdict: kind, code, params, reason, subjects, findings: [] };
}
