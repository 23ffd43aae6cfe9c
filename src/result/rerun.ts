import type { Rerun } from '../exchange/index.ts';
import { groupBy } from '../exchange/journal/group.ts';
import type { Verdict } from '../judge/verdict.ts';
import { because } from '../rules/outcome.ts';
import { matchesPattern } from '../spec/pattern.ts';
import { nested } from '../text/template.ts';
import { present } from './present.ts';
import type { RequirementResult, RerunResult, Result } from './result.ts';
import { planOfLimit, rowName } from './row-name.ts';

/** The failed rows of an earlier run, waived ones included: all, or only these patterns, or of limits only this plan's. */
export function rerunOf(
  { run, requirements }: Pick<Result, 'run' | 'requirements'>,
  { only = [], plan }: { readonly only?: readonly string[]; readonly plan?: string | undefined } = {},
): Rerun {
  const patterns = only.flatMap((one) => one.split(',')).map((pattern) => pattern.trim());
  const failed = requirements.flatMap((row) => {
    if (row.verdict !== 'fail') return [];
    if (patterns.length > 0 && !patterns.some((pattern) => matchesPattern(row.id, pattern))) return [];
    const own = run.command === 'limits' ? row.plan : planOfLimit(row);
    if (own === undefined) return [{ id: row.id, ...onceOf(row) }];
    return plan === undefined || plan === own ? [{ id: row.id, plan: own }] : [];
  });
  const others = requirements.filter(({ verdict }) => verdict === 'fail').length - failed.length;
  return { of: run.id, failed, ...(others === 0 ? {} : { notRepeated: others }) };
}

/** The first finding, if no request alone shows one of them again. */
function onceOf({ findings }: RequirementResult): Partial<Rerun['failed'][number]> {
  const [first] = findings;
  if (first === undefined || findings.some(({ curl }) => curl !== undefined)) return {};
  const { code, params, message } = first;
  return { once: true, finding: { code, params, message } };
}

/** A passed verdict proves nothing about a violation that no single request shows. */
export function verdictOfRerun(verdict: Verdict, rerun: Rerun | undefined): Verdict {
  const violation = rerun?.failed.find(({ id }) => id === verdict.id)?.finding;
  if (violation === undefined || verdict.verdict !== 'pass') return verdict;
  return { ...verdict, verdict: 'inconclusive', ...because('not-shown-by-rerun', { violation: nested(violation) }) };
}

export function rerunResult(
  { of, failed, notRepeated, elsewhere }: Rerun,
  rows: readonly RequirementResult[],
): RerunResult {
  const verdicts = new Map(rows.map((row) => [rowName(row), row.verdict]));
  const groups = groupBy(failed, (row) => {
    const verdict = verdicts.get(rowName(row));
    if (verdict === 'pass') return 'nowPassing';
    return verdict === 'fail' ? 'stillFailing' : 'unproven';
  });
  const names = (group: 'nowPassing' | 'stillFailing' | 'unproven') => (groups.get(group) ?? []).map(rowName);
  return {
    of,
    nowPassing: names('nowPassing'),
    stillFailing: names('stillFailing'),
    unproven: names('unproven'),
    ...present({ notRepeated, elsewhere }),
  };
}
