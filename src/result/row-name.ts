import type { RequirementResult } from './result.ts';

/** The plan of a limit requirement; undefined for other rows. */
export function planOfLimit({ id, plan }: Pick<RequirementResult, 'id' | 'plan'>): string | undefined {
  return id.startsWith('limit.') ? plan : undefined;
}

/** The unique name of a row. */
export function rowName(row: Pick<RequirementResult, 'id' | 'plan'>): string {
  const plan = planOfLimit(row);
  return plan === undefined ? row.id : `${row.id} (${plan})`;
}
