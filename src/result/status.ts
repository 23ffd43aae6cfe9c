import { nameOf } from '../judge/gate/drift.ts';
import type { ReasonCode } from '../text/reasons.ts';
import type { RequirementResult, Result } from './result.ts';

/**
 * What a row comes to, in the words of every format. failed: it fails the run. warning: a violation that does not. waived: a violation
 * that someone accepts until a date. inconclusive: evidence is missing; of a must, the run cannot pass. not-applicable: it cannot exist
 * on this target. skipped: not sent for lack of permission, by an option, or because it needs an extra option or key.
 * info: observed, never judged.
 */
export const STATUSES = [
  'failed',
  'inconclusive',
  'warning',
  'waived',
  'passed',
  'not-applicable',
  'skipped',
  'info',
] as const;
export type Status = (typeof STATUSES)[number];

/** Reasons why a row was not part of the run. */
const SKIPPED: readonly string[] = [
  'not-selected',
  'option-not-given',
  'key-not-in-url',
  'read-only',
] satisfies ReasonCode[];

/** `--fail-on should` makes a warning a failure. */
export function statusOf(
  row: Pick<RequirementResult, 'code' | 'level' | 'verdict' | 'waiver'>,
  { settings }: { readonly settings: Pick<Result['settings'], 'failOn'> },
): Status {
  if (SKIPPED.includes(row.code ?? '')) return 'skipped';
  switch (row.verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      if (row.waiver !== undefined) return 'waived';
      return row.level === 'must' || settings.failOn.includes('should') ? 'failed' : 'warning';
    case 'inconclusive':
    case 'not-applicable':
      return row.verdict;
    case 'observed':
      return 'info';
  }
}

/** The name of a row. In one result, only `rate.*` rows share one: that of the check, and those of each plan's limit. */
export function rowName(row: Pick<RequirementResult, 'id' | 'plan'>): string {
  const { id, plan } = nameOf(row);
  return plan === undefined ? id : `${id} (${plan})`;
}
