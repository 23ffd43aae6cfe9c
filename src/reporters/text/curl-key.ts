import type { RequirementResult } from '../../result/result.ts';

/** The plan whose key the curl lines of these rows take from `$STORE_API_KEY`; undefined where none does. A check has one key;
 * lines for what k6 saw name the variable of their plan. */
export function planOfCurl(rows: readonly RequirementResult[]): string | undefined {
  return rows.find(({ findings }) => findings.some(({ curl }) => /STORE_API_KEY(?!_)/.test(curl ?? '')))?.plan;
}
