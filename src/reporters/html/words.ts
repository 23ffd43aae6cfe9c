import type { RequirementResult } from '../../result/result.ts';

/** What a reader is shown of a requirement: a broken should is a warning. Stands in the filter as `s:…`. */
export type State = 'fail' | 'inconclusive' | 'warning' | 'pass' | 'not-applicable' | 'observed';

export const STATES = ['fail', 'inconclusive', 'warning', 'pass', 'not-applicable', 'observed'] as const;

export const STATE_WORDS = {
  fail: 'Failed',
  inconclusive: 'Not proven',
  warning: 'Warning',
  pass: 'Passed',
  'not-applicable': 'Not applicable',
  observed: 'Observed',
} as const satisfies Record<State, string>;

export function stateOf({ verdict, level }: Pick<RequirementResult, 'verdict' | 'level'>): State {
  return verdict === 'fail' && level === 'should' ? 'warning' : verdict;
}

export const planOfLimit = (row: RequirementResult): string | undefined =>
  row.id.startsWith('limit.') ? row.plan : undefined;

/** The deep link of a row; a pushed limit is judged once for each plan. Requirement ids hold a dot, so they meet no other id of the page. */
export function anchorOf(row: RequirementResult): string {
  const plan = planOfLimit(row);
  return plan === undefined ? row.id : `${row.id}.${plan}`;
}

export const exchangeAnchor = (seq: number): string => `exchange-${seq}`;

/** The area of a requirement or a probe: what stands before the first dot. */
export const areaOf = (id: string): string => id.split('.', 1)[0] ?? id;
