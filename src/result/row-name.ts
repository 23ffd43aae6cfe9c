import type { RequirementResult } from './result.ts';

/** How a row is told from all others: a pushed limit is judged once for each plan. */
export function rowName({ id, plan }: Pick<RequirementResult, 'id' | 'plan'>): string {
  return id.startsWith('limit.') && plan !== undefined ? `${id} (${plan})` : id;
}
