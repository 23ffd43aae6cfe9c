import type { RequirementResult, Result } from '../result/result.ts';
import { cut, plain } from './inert.ts';

/**
 * What a row comes to, for every format; none is ever folded into another. failed: it fails the run. warned: a breach that does not.
 * unproven: a must without evidence, so that the run cannot pass; undecided: the same below a must.
 */
export type Status =
  | 'passed'
  | 'failed'
  | 'warned'
  | 'unproven'
  | 'undecided'
  | 'not-applicable'
  | 'left-out'
  | 'observed';

/** The reason of every row that `--only` or `--skip` left out. */
const LEFT_OUT = 'not part of this run (--only or --skip)';

export function statusOf(row: RequirementResult, result: Result): Status {
  switch (row.verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      return row.level === 'must' || isFailedByShoulds(result) ? 'failed' : 'warned';
    case 'inconclusive':
      return row.reason === LEFT_OUT ? 'left-out' : row.level === 'must' ? 'unproven' : 'undecided';
    case 'not-applicable':
      return 'not-applicable';
    case 'observed':
      return 'observed';
  }
}

/** `--fail-on should` is not part of the result; that a run failed without a must that did tells it. */
function isFailedByShoulds({ outcome, requirements }: Result): boolean {
  return outcome === 'failed' && !requirements.some(({ verdict, level }) => verdict === 'fail' && level === 'must');
}

export function rowsOf(result: Result, ...statuses: readonly Status[]): RequirementResult[] {
  return result.requirements.filter((row) => statuses.includes(statusOf(row, result)));
}

/** Ours are far shorter; a results.json may be anybody's. */
const NAME = 200;

/** A pushed limit is judged once for each plan. */
export function nameOf({ id, plan }: RequirementResult): string {
  return plain(cut(id.startsWith('limit.') && plan !== undefined ? `${id} (${plan})` : id, NAME));
}

/** The area of the document: the first part of the id. */
export function areaOf({ id }: RequirementResult): string {
  return plain(cut(id.split('.')[0] ?? id, NAME));
}

/** Rows by area, in the order in which areas come. */
export function byArea(rows: readonly RequirementResult[]): [area: string, rows: RequirementResult[]][] {
  const areas = new Map<string, RequirementResult[]>();
  for (const row of rows) {
    const known = areas.get(areaOf(row));
    if (known === undefined) areas.set(areaOf(row), [row]);
    else known.push(row);
  }
  return [...areas];
}
