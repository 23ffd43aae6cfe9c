import { groupBy } from '../../exchange/journal/group.ts';
import type { RequirementResult, Result } from '../../result/result.ts';
import { rowName } from '../../result/row-name.ts';
import { cut, plain } from '../text/inert.ts';

/**
 * What a row comes to, for every format; none is ever folded into another. failed: it fails the run. warned: a breach that does not.
 * waived: a breach that somebody answers for until a date. unproven: a must without evidence, so that the run cannot pass; undecided: the same below a must. left-out: nobody asked for it.
 */
export type Status =
  | 'passed'
  | 'failed'
  | 'warned'
  | 'waived'
  | 'unproven'
  | 'undecided'
  | 'not-applicable'
  | 'left-out'
  | 'observed';

/** The reason of every row that was not selected begins so. */
const LEFT_OUT = 'not part of this run';

/** What `--fail-on` of the run adds is part of it. */
export function statusOf(row: RequirementResult, result: Result): Status {
  switch (row.verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      if (row.waiver !== undefined) return 'waived';
      return row.level === 'must' || result.settings.failOn?.includes('should') === true ? 'failed' : 'warned';
    case 'inconclusive':
      return row.reason?.startsWith(LEFT_OUT) === true ? 'left-out' : row.level === 'must' ? 'unproven' : 'undecided';
    case 'not-applicable':
      return isUnasked(row) ? 'left-out' : 'not-applicable';
    case 'observed':
      return 'observed';
  }
}

/** An experiment with an option of its own (`--sustain`, `--daily`, `--ban`) that was not given. */
export function isUnasked({ verdict, reason }: RequirementResult): boolean {
  return verdict === 'not-applicable' && reason?.startsWith('not asked for') === true;
}

export function rowsOf(result: Result, ...statuses: readonly Status[]): RequirementResult[] {
  return result.requirements.filter((row) => statuses.includes(statusOf(row, result)));
}

/** Ours are far shorter; a results.json may be anybody's. */
const NAME = 200;

export function nameOf(row: RequirementResult): string {
  return plain(cut(rowName(row), NAME));
}

/** One row for each requirement, in the name of all its plans. */
export function plansTogether(rows: readonly RequirementResult[]): RequirementResult[] {
  return [...new Set(rows.map(({ id }) => id))].flatMap((id) => {
    const own = rows.filter((row) => row.id === id);
    return own.slice(0, 1).map((row) => ({ ...row, plan: own.map(({ plan }) => plan).join(', ') }));
  });
}

/** The area of the document: the first part of the id. */
export function areaOf({ id }: RequirementResult): string {
  return plain(cut(id.split('.')[0] ?? id, NAME));
}

/** Rows by area, in the order in which areas come. */
export function byArea(rows: readonly RequirementResult[]): [area: string, rows: RequirementResult[]][] {
  return [...groupBy(rows, areaOf)];
}
