import { groupBy } from '../../../exchange/journal/group.ts';
import type { RequirementResult, Result } from '../../../result/result.ts';
import { PLAN_NAMES } from '../../../spec/plans.ts';
import { unshown } from '../../capacity/unshown.ts';
import { isUnasked, rowsOf } from '../../view/rows.ts';

/** Something that the verdict does not cover. `open` keeps a run from passing; `apart`, `unasked` and `limits` bound what a pass means. */
export interface Gap {
  readonly kind: 'set-up' | 'open' | 'note' | 'apart' | 'unasked' | 'limits' | 'load';
  readonly words: string;
  readonly rows: readonly RequirementResult[];
}

/** What this run did not prove, the heaviest first. */
export function gapsOf(result: Result): Gap[] {
  const { setUp, warnings, capacity } = result;
  const notes = warnings.map((words) => ({ kind: 'note' as const, words, rows: [] }));
  // What keeps the answer open stands in its sentence.
  if (capacity !== undefined)
    return [...unshown(capacity).map((words) => ({ kind: 'load' as const, words, rows: [] })), ...notes];
  return [
    ...(setUp === undefined ? [] : [{ kind: 'set-up' as const, words: `${setUp.message} ${setUp.fix}`, rows: [] }]),
    ...byReason('open', rowsOf(result, 'unproven')),
    ...notes,
    ...byReason(
      'apart',
      rowsOf(result, 'not-applicable').filter(({ level }) => level === 'must'),
    ),
    ...notPushed(result),
    ...byReason(
      'unasked',
      rowsOf(result, 'left-out').filter((row) => isUnasked(row) && row.level === 'must'),
    ).map((gap) => ({ ...gap, words: gap.words.replace(/^not asked for \((.*)\)$/, '$1') })),
  ];
}

function byReason(kind: 'open' | 'apart' | 'unasked', rows: readonly RequirementResult[]): Gap[] {
  const groups = groupBy(rows, ({ reason = 'no reason was given' }) => reason);
  return [...groups].map(([words, own]) => ({ kind, words, rows: own })).sort((a, b) => b.rows.length - a.rows.length);
}

/** Without a key of its own a plan is not pushed, and then nothing is known of its limit. */
function notPushed({ limits, setUp }: Result): Gap[] {
  const missing = PLAN_NAMES.filter((plan) => limits[plan] === undefined);
  if (setUp !== undefined || missing.length === 0) return [];
  const words =
    missing.length === PLAN_NAMES.length
      ? 'any plan, so whether limits are enforced is not known (`storecheck limits` shows it)'
      : missing.join(', ');
  return [{ kind: 'limits', words, rows: [] }];
}
