import { groupBy } from '../../exchange/journal/group.ts';
import type { RequirementResult } from '../../result/result.ts';
import type { Cause, Row } from '../../result/summary/causes.ts';
import { cut, plain } from '../text/inert.ts';

/** Maximum characters; results.json is not trusted. */
const NAME = 200;

export const nameOf = (row: Pick<Row, 'name'>): string => plain(cut(row.name, NAME));

/** Requirements with their plans, `most` at most: `limit.status (free, pro), limit.headers (free) and 3 more`. A row of the check has no plan. */
export function namesOf(rows: readonly Row[], most = Number.POSITIVE_INFINITY): string {
  const names = [...groupBy(rows, ({ id }) => id)].map(([id, own]) => {
    const plans = own.map(({ name, plan }) => (name === id ? 'check' : plan));
    return plain(cut(own.every(({ name }) => name === id) ? id : `${id} (${plans.join(', ')})`, NAME));
  });
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What the service did, for all plans of a requirement. The numbers of one plan do not stand for the others. */
export function headlineOf([first, ...others]: readonly Row[]): string {
  const message = first?.findings[0]?.message ?? first?.title ?? '';
  if (first === undefined || others.every(({ findings }) => findings[0]?.message === message)) return message;
  return `Violated for ${[first, ...others].map(({ plan }) => plan).join(', ')}: ${first.title}`;
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

/** The code of what failed, or of the reason. */
export const codeOf = ({ findings, code }: RequirementResult): string | undefined => findings[0]?.code ?? code;

/** The owner, date and reason of a waiver. */
export function waivedBy({ waiver }: RequirementResult): string {
  if (waiver === undefined) return '';
  const { owner, expires, reason, link } = waiver;
  return plain(cut(`accepted by ${owner} until ${expires}: ${reason}${link === undefined ? '' : ` (${link})`}`, 600));
}

/** Why a row has no verdict, with the cause of a consequence. */
export const reasonOf = ({ because, reason = 'evidence is missing' }: Row): string =>
  because === undefined ? reason : `because of ${because}: ${reason}`;
