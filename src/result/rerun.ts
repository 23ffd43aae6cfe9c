import type { Rerun } from '../exchange/index.ts';
import { matchesPattern } from '../spec/pattern.ts';
import type { RequirementResult, RerunResult, Result } from './result.ts';
import { planOfLimit, rowName } from './row-name.ts';

/** What a rerun repeats: all of it, or only these patterns, or of limits only this plan's. */
interface Selection {
  readonly only?: readonly string[] | undefined;
  readonly plan?: string | undefined;
}

/** The failed rows of an earlier run, waived ones included. */
export function rerunOf(
  { run, requirements }: Pick<Result, 'run' | 'requirements'>,
  { only = [], plan }: Selection = {},
): Rerun {
  const patterns = only.flatMap((one) => one.split(',')).map((pattern) => pattern.trim());
  const failed = requirements.flatMap((row) => {
    if (row.verdict !== 'fail') return [];
    if (patterns.length > 0 && !patterns.some((pattern) => matchesPattern(row.id, pattern))) return [];
    const own = run.command === 'limits' ? row.plan : planOfLimit(row);
    if (own === undefined) return [{ id: row.id, ...(isOnce(row) ? { once: true as const } : {}) }];
    return plan === undefined || plan === own ? [{ id: row.id, plan: own }] : [];
  });
  const others = requirements.filter(({ verdict }) => verdict === 'fail').length - failed.length;
  return { of: run.id, failed, ...(others === 0 ? {} : { notRepeated: others }) };
}

/** Whether no request alone shows one of its findings again. */
const isOnce = ({ findings }: RequirementResult) =>
  findings.length > 0 && findings.every(({ curl }) => curl === undefined);

/** The verdicts of the re-run requirements. */
export function rerunResult({ of, failed, notRepeated }: Rerun, rows: readonly RequirementResult[]): RerunResult {
  const verdicts = new Map(rows.map((row) => [rowName(row), row.verdict]));
  const names = failed.map(rowName);
  const passing = failed.filter((row) => verdicts.get(rowName(row)) === 'pass');
  const nowPassing = passing.filter(({ once }) => once === undefined).map(rowName);
  const notShownAgain = passing.filter(({ once }) => once === true).map(rowName);
  const stillFailing = names.filter((name) => verdicts.get(name) === 'fail');
  const shown = [...nowPassing, ...notShownAgain, ...stillFailing];
  const unproven = names.filter((name) => !shown.includes(name));
  return {
    of,
    nowPassing,
    ...(notShownAgain.length === 0 ? {} : { notShownAgain }),
    stillFailing,
    unproven,
    ...(notRepeated === undefined ? {} : { notRepeated }),
  };
}
