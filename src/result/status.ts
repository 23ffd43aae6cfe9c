import type { ReasonCode } from '../text/reasons/index.ts';
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

const SKIPPED: readonly string[] = [
  'not-selected',
  'option-not-given',
  'key-not-in-url',
  'read-only',
] satisfies ReasonCode[];

/** Whether the row was not part of the run. */
export const isSkipped = ({ code = '' }: Pick<RequirementResult, 'code'>): boolean => SKIPPED.includes(code);

/** Whether it needs an option or a key that the run did not have. `--fail-on skipped` does not count it. */
export const needsOption = ({ code }: Pick<RequirementResult, 'code'>): boolean =>
  code === ('option-not-given' satisfies ReasonCode);

/** `--fail-on should` makes a warning a failure. */
export function statusOf(
  row: Pick<RequirementResult, 'code' | 'level' | 'verdict' | 'waiver'>,
  { settings }: { readonly settings: Pick<Result['settings'], 'failOn'> },
): Status {
  if (isSkipped(row)) return 'skipped';
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
