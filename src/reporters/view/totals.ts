import type { Result } from '../../result/result.ts';
import { rowsOf, type Status } from './rows.ts';

/** What each status is called, in every format, and in the order in which they are counted. */
export const STATUS_WORDS = {
  passed: 'passed',
  failed: 'failed',
  unproven: 'inconclusive',
  warned: 'warned',
  waived: 'accepted',
  undecided: 'undecided',
  'not-applicable': 'not applicable',
  'left-out': 'not asked for',
  observed: 'observed',
} as const satisfies Record<Status, string>;

const COUNTED = Object.keys(STATUS_WORDS) as Status[];

/** Zero is worth saying of these. */
const SAID_AT_ZERO: readonly Status[] = ['passed', 'failed', 'unproven'];

interface Total {
  readonly status: Status;
  readonly number: number;
}

/** How many verdicts of each status there are, of all levels; a requirement of the limits has one for each plan. */
export function totalsOf(result: Result): Total[] {
  return COUNTED.map((status) => ({ status, number: rowsOf(result, status).length })).filter(
    ({ status, number }) => number > 0 || SAID_AT_ZERO.includes(status),
  );
}

/** The numbers beneath the verdict; after a mistake in the set-up nothing was judged. */
export function totals(result: Result): string {
  const { sent } = result.requests;
  const requests = `${sent} ${sent === 1 ? 'request' : 'requests'}, ${refused(result)}`;
  if (result.setUp !== undefined) return requests;
  const all = result.requirements.length;
  const counts = totalsOf(result).map(({ status, number }) => `${number} ${STATUS_WORDS[status]}`);
  const plans = countedOncePerPlan(result) ? ' (limits count once for each plan)' : '';
  return `${all} ${all === 1 ? 'verdict' : 'verdicts'}${plans}: ${counts.join(', ')}; ${requests}`;
}

export const countedOncePerPlan = ({ limits }: Result): boolean => Object.keys(limits).length > 1;

/** A limit that is pushed is meant to refuse; elsewhere no refusal is planned. */
export function refused({ limits, requests }: Pick<Result, 'limits' | 'requests'>): string {
  const { byStatus, unplanned429 } = requests;
  const planned = (byStatus['429'] ?? 0) - unplanned429;
  const pushed = Object.keys(limits).length > 0 ? `${planned} refused as planned, ` : '';
  return `${pushed}${unplanned429} unplanned 429`;
}
