import { changedPlans } from '../../capacity/index.ts';
import type { Result } from '../result.ts';
import type { Cause, Row } from './causes.ts';
import type { GateProblem } from './gate-problems.ts';
import { notRepeatedIn } from './not-repeated.ts';
import type { Status } from './status.ts';

/** What a reader should do next. */
export type NextStep =
  | { readonly kind: 'fix-set-up' | 'finish' | 'longer' | 'next-day' | 'get-k6' | 'list' }
  | { readonly kind: 'prove-change' | 'smaller-change' | 'quiet-machine' | 'check-keys' }
  | { readonly kind: 'merge'; readonly instances: number }
  | { readonly kind: 'explain'; readonly id: string }
  | { readonly kind: 'repeat'; readonly flags: readonly string[] }
  | { readonly kind: 'gate'; readonly problem: GateProblem; readonly more: number };

interface StepInput {
  readonly result: Result;
  readonly of: (...statuses: readonly Status[]) => readonly Row[];
  readonly gate: readonly GateProblem[];
  readonly inconclusive: readonly Cause[];
}

export function nextStep({ result, of, gate, inconclusive }: StepInput): NextStep {
  const { setUp, capacity, run, notes = [] } = result;
  if (setUp !== undefined) return { kind: 'fix-set-up' };
  if (capacity?.verdict === 'fits') return { kind: 'prove-change' };
  if (capacity?.verdict === 'does-not-fit' && changedPlans(capacity.projection).length > 0)
    return { kind: 'smaller-change' };
  const invalid = capacity?.verdict === 'not-proven' ? capacity.steps.flatMap((step) => step.invalid ?? []) : [];
  if (invalid.includes('keys')) return { kind: 'check-keys' };
  const missing = missingInstances(capacity?.steps ?? []);
  if (missing !== undefined) return { kind: 'merge', instances: missing };
  if (invalid.length > 0) return { kind: invalid.every((kind) => kind === 'machine') ? 'quiet-machine' : 'fix-set-up' };
  const [failed] = of('failed');
  if (failed !== undefined) return explain(failed);
  const [problem, ...more] = gate.filter(({ fails }) => fails);
  if (problem !== undefined) return { kind: 'gate', problem, more: more.length };
  if (run.end === 'interrupted') return { kind: 'finish' };
  if (run.end === 'time-budget') return { kind: 'longer' };
  if (run.writeError !== undefined) return { kind: 'fix-set-up' };
  if (run.endDetail !== undefined) return { kind: 'next-day' };
  const open = inconclusive.flatMap(({ rows }) => rows);
  if (open.some(({ code }) => code === 'k6-missing')) return { kind: 'get-k6' };
  if (notes.some(({ code }) => code === 'key-set-up')) return { kind: 'fix-set-up' };
  const flags = notRepeatedIn(result, of('not-applicable', 'skipped')).flatMap(({ flag }) => flag ?? []);
  if (flags.length > 0) return { kind: 'repeat', flags };
  const [first] = [...open, ...of('warning')];
  return first === undefined ? { kind: 'list' } : explain(first);
}

const explain = ({ id }: Row): NextStep => ({ kind: 'explain', id });

/** How many instances share the load, if nothing but other instances is missing from the invalid steps. */
function missingInstances(steps: NonNullable<Result['capacity']>['steps']): number | undefined {
  const invalid = steps.filter((step) => step.verdict === 'invalid');
  const codes = invalid.flatMap(({ reasons = [] }) => reasons.map(({ code }) => code));
  const isMissing = codes.every((code) => code === 'instance-missing' || code === 'instances-missing');
  return codes.length > 0 && isMissing ? invalid[0]?.together?.of : undefined;
}
