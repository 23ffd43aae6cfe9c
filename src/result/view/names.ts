import { groupBy } from '../../exchange/journal/group.ts';
import type { RequirementResult } from '../result.ts';
import type { Cause, Row } from './rows.ts';

/** The plans of a requirement's rows: `free, pro`. */
const plansOf = (rows: readonly Row[]): string => [...new Set(rows.map(({ plan = '' }) => plan))].join(', ');

/** Requirements with their plans, `most` at most: `limit.status (free, pro), limit.headers (free) and 3 more`. */
export function namesOf(rows: readonly Row[], most = Number.POSITIVE_INFINITY): string {
  const names = [...groupBy(rows, ({ id }) => id)].map(([id, own]) =>
    own.every(({ name }) => name === id) ? id : `${id} (${plansOf(own)})`,
  );
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What the service did, for all plans of a requirement. The numbers of one plan do not stand for the others: then what it should have done. */
export function headlineOf([first, ...others]: readonly Row[]): string {
  const message = first?.findings[0]?.message ?? first?.title ?? '';
  if (first === undefined || others.every(({ findings }) => findings[0]?.message === message)) return message;
  return `Not fulfilled: “${first.title}” (${plansOf([first, ...others])})`;
}

/** The lines folded under a cause. Of several rows, they name those that have consequences. */
export function foldedLines({ rows, alike, consequences }: Cause, most?: number): string[] {
  const own = [...rows, ...alike];
  const explaining = own.filter(({ name }) => consequences.some(({ because }) => because === name));
  const cause = own.length > 1 ? namesOf(explaining, most) : 'it';
  return [
    ...(alike.length === 0 ? [] : [`and ${alike.length} more of the same kind: ${namesOf(alike, most)}`]),
    ...(consequences.length === 0
      ? []
      : [`and ${consequences.length} more inconclusive because of ${cause}: ${namesOf(consequences, most)}`]),
  ];
}

/** The owner, date and reason of a waiver. */
export function waivedBy({ waiver }: RequirementResult): string {
  if (waiver === undefined) return '';
  const { owner, expires, reason, link } = waiver;
  return `accepted by ${owner} until ${expires}: ${reason}${link === undefined ? '' : ` (${link})`}`;
}
