import type { Result } from '../../result/result.ts';
import type { Status } from '../../result/summary/status.ts';
import type { Counts, Summary } from '../../result/summary/summary.ts';
import { plural } from '../text/count.ts';

/** The word of each status, the same in every format. */
export const STATUS_WORDS = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  warning: 'warning',
  waived: 'waived',
  'not-applicable': 'not applicable',
  skipped: 'skipped',
  info: 'info',
} as const satisfies Record<Status, string>;

const ORDER = Object.keys(STATUS_WORDS) as Status[];

/** Statuses with their counts in a fixed order; those of `always` also at zero. */
export function counted(counts: Counts, always: readonly Status[] = ['passed', 'failed', 'inconclusive']) {
  return ORDER.map((status) => ({ status, number: counts[status], word: STATUS_WORDS[status] })).filter(
    ({ status, number }) => number > 0 || always.includes(status),
  );
}

/** The counts below the verdict; none after a set-up mistake. */
export function totals({ result, rows, counts, plans }: Summary): string {
  const requests = `${plural(result.requests.sent, 'request')}, ${refused(result)}`;
  if (result.setUp !== undefined) return requests;
  const each = plans.length > 1 ? ' (requirements of limits count once per plan)' : '';
  const numbers = counted(counts).map(({ number, word }) => `${number} ${word}`);
  return `${plural(rows.length, 'verdict')}${each}: ${numbers.join(', ')}; ${requests}`;
}

/** Refusals of exhausted limits are planned; others are not. */
export function refused({ limits, requests }: Pick<Result, 'limits' | 'requests'>): string {
  const { byStatus, unplanned429 } = requests;
  const planned = (byStatus['429'] ?? 0) - unplanned429;
  const refusedText = Object.keys(limits).length > 0 ? `${planned} refused on purpose, ` : '';
  return `${refusedText}${unplanned429} unexpected 429`;
}
