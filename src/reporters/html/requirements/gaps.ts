import type { Row } from '../../../result/summary/causes.ts';
import type { Summary } from '../../../result/summary/summary.ts';
import { PLAN_NAMES } from '../../../spec/plans.ts';
import { unshown } from '../../capacity/unshown.ts';

/** Something that the verdict does not cover. `open` keeps a run from passing; the others limit what a pass means. */
export interface Gap {
  readonly kind: 'set-up' | 'open' | 'note' | 'apart' | 'skipped' | 'limits' | 'load';
  readonly words: string;
  readonly rows: readonly Row[];
}

/** What this run does not prove, the most important first. */
export function gapsOf({ result, notes, inconclusive, notJudged, plans }: Summary): Gap[] {
  const { setUp, capacity } = result;
  const noted = notes.map(({ message }): Gap => ({ kind: 'note', words: message, rows: [] }));
  // The sentence of the answer already has this reason.
  if (capacity !== undefined)
    return [...unshown(capacity).map((words): Gap => ({ kind: 'load', words, rows: [] })), ...noted];
  const reasons = (kind: Gap['kind'], causes: Summary['inconclusive']) =>
    causes
      .map(({ rows, consequences }): Gap => ({ kind, words: rows[0]?.reason ?? '', rows: [...rows, ...consequences] }))
      .sort((a, b) => b.rows.length - a.rows.length);
  const musts = notJudged.filter(({ rows }) => rows.some(({ level }) => level === 'must'));
  const of = (isMeant: (row: Row) => boolean) => musts.filter(({ rows }) => rows.every(isMeant));
  return [
    ...(setUp === undefined ? [] : [{ kind: 'set-up' as const, words: `${setUp.message} ${setUp.fix}`, rows: [] }]),
    ...reasons('open', inconclusive),
    ...noted,
    ...reasons(
      'apart',
      of(({ status }) => status === 'not-applicable'),
    ),
    ...(setUp === undefined ? notExhausted(plans.map(({ plan }) => plan)) : []),
    ...reasons(
      'skipped',
      of(({ code }) => code === 'option-not-given'),
    ),
  ];
}

/** A plan without a key is not tested. */
function notExhausted(tested: readonly string[]): Gap[] {
  const missing = PLAN_NAMES.filter((plan) => !tested.includes(plan));
  if (missing.length === 0) return [];
  const words =
    missing.length === PLAN_NAMES.length
      ? 'no limit was tested: `storecheck limits` shows whether limits are enforced'
      : `the limit of ${missing.join(', ')}`;
  return [{ kind: 'limits', words, rows: [] }];
}
