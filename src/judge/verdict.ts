import type { Head } from '../exchange/records/run-record.ts';
import { because, type Finding, type ObservedValue, type Outcome, type Reason, undecided } from '../rules/outcome.ts';
import { isSelected } from '../spec/pattern.ts';
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
  toVerdict(id, undecided(reason, subjects));

/** Instead of a verdict that the run was not to give (`--only`, `--skip`), that it was not. */
export const onlySelected = (verdicts: readonly Verdict[], { settings }: Head): Verdict[] =>
  verdicts.map((verdict) =>
    isSelected(verdict.id, settings)
      ? verdict
      : { ...inconclusive(verdict.id, because('not-selected')), ...(verdict.plan && { plan: verdict.plan }) },
  );

/** @param missing why evidence is missing: no outcome passes then */
export function toVerdict(id: RequirementId, outcome: Outcome, missing?: Reason): Verdict {
  const { level } = requirement(id);
  if (outcome.kind === 'broken') {
    const { kind: _kind, ...shown } = outcome;
    return { id, level, verdict: 'fail', ...shown };
  }
  const { kind, subjects = 0 } = outcome;
  if (kind === 'observed') return { id, level, verdict: 'observed', value: outcome.value, subjects, findings: [] };
  if (kind === 'holds' && subjects > 0 && missing === undefined)
    return { id, level, verdict: 'pass', subjects, findings: [] };
  const { code, params, reason } = missing ?? (kind === 'holds' ? because('nothing-to-judge') : outcome);
  const verdict = kind === 'not-applicable' && missing === undefined ? kind : 'inconclusive';
  return { id, level, verdict, code, params, reason, subjects, findings: [] };
}
