import type { Rerun } from '../exchange/index.ts';
import type { RequirementResult, RerunResult, Result } from './result.ts';
import { planOfLimit, rowName } from './row-name.ts';

/** The failed rows of an earlier run, waived ones included. With `plan`, only the limit of that plan. */
export function rerunOf({ run, requirements }: Pick<Result, 'run' | 'requirements'>, plan?: string): Rerun {
  const failed = requirements.flatMap((row) => {
    if (row.verdict !== 'fail') return [];
    const own = planOfLimit(row);
    if (own === undefined) return [{ id: row.id }];
    return plan === undefined || plan === own ? [{ id: row.id, plan: own }] : [];
  });
  return { of: run.id, failed };
}

/** The verdicts of the re-run requirements. */
export function rerunResult({ of, failed }: Rerun, rows: readonly RequirementResult[]): RerunResult {
  const verdicts = new Map(rows.map((row) => [rowName(row), row.verdict]));
  const names = failed.map(rowName);
  const nowPassing = names.filter((name) => verdicts.get(name) === 'pass');
  const stillFailing = names.filter((name) => verdicts.get(name) === 'fail');
  const unproven = names.filter((name) => !nowPassing.includes(name) && !stillFailing.includes(name));
  return { of, nowPassing, stillFailing, unproven };
}
