import type { RequirementResult } from './result.ts';

/** The plan of a row that is judged once for each plan that was pushed; undefined for any other. */
export function planOfLimit({ id, plan }: Pick<RequirementResult, 'id' | 'plan'>): string | undefined {
  return id.startsWith('limit.') ? plan : undefined;
}

/** How a row is told from all others. */
export function rowName(row: Pick<RequirementResult, 'id' | 'plan'>): string {
  const plan = planOfLimit(row);
  return plan === undefined ? row.id : `${row.id} (${plan})`;
}
