import type { RequirementResult, Result } from './result.ts';

/** The plan of a limit requirement; undefined for other rows. */
export function planOfLimit({ id, plan }: Pick<RequirementResult, 'id' | 'plan'>): string | undefined {
  return id.startsWith('limit.') ? plan : undefined;
}

/** The name of a row. In one result, only `rate.*` rows share one: that of the check, and those of each plan's limit. */
export function rowName(row: Pick<RequirementResult, 'id' | 'plan'>): string {
  const plan = planOfLimit(row);
  return plan === undefined ? row.id : `${row.id} (${plan})`;
}

/** Rows with unique names: from the second one on, those that share a name have their plan in it. */
export function namedRows<Row extends Pick<RequirementResult, 'id' | 'plan'>>(
  rows: readonly Row[],
): (readonly [name: string, row: Row])[] {
  const known = new Set<string>();
  return rows.map((row) => {
    const name = known.has(rowName(row)) && row.plan !== undefined ? `${row.id} (${row.plan})` : rowName(row);
    known.add(name);
    return [name, row];
  });
}

/** The part of the run that judged a row: the check's rows come first, and `limits` has no check. */
export function partOf(
  name: string,
  row: Pick<RequirementResult, 'id' | 'plan'>,
  { run }: Pick<Result, 'run'>,
): 'check' | 'limits' {
  return planOfLimit(row) === undefined && name === row.id && run.command !== 'limits' ? 'check' : 'limits';
}
