import type { RequirementResult } from '../result/result.ts';

/** The plan whose key the curl lines of these rows take from `$STORE_API_KEY`; undefined where none does. A check has one key. */
export function planOfCurl(rows: readonly RequirementResult[]): string | undefined {
  return rows.find(({ findings }) => findings.some(({ curl }) => curl?.includes('STORE_API_KEY') === true))?.plan;
}
