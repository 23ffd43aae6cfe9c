import type { Cause, Row } from '../../result/summary/causes.ts';
import { needsOption } from '../../result/summary/status.ts';
import type { Summary } from '../../result/summary/summary.ts';

/** The requirements that the run did not judge: excluded, without an option or key that they need, not applicable. */
export function notJudgedBy({ notJudged }: Pick<Summary, 'notJudged'>) {
  const of = (isMeant: (row: Row) => boolean) => notJudged.filter(({ rows }) => rows.every(isMeant));
  const needing = of(needsOption);
  return {
    excluded: of((row) => row.status === 'skipped' && !needsOption(row)),
    needing,
    /** `only tested with --sustain or --daily` */
    needed: onlyWith(needing.flatMap(({ rows }) => rows)),
    notApplicable: of(({ status }) => status === 'not-applicable'),
  };
}

/** The same by heading. */
export function notJudgedGroups(summary: Pick<Summary, 'notJudged'>): { title: string; causes: Cause[] }[] {
  const { excluded, needing, needed, notApplicable } = notJudgedBy(summary);
  return [
    { title: 'Skipped: excluded', causes: excluded },
    { title: `Skipped: ${needed}`, causes: needing },
    { title: 'Not applicable', causes: notApplicable },
  ];
}

const onlyWith = (rows: readonly Row[]): string => `only tested with ${optionsOf(rows)}`;

/** Why requirements were skipped: `only tested with --sustain or --daily`, `excluded`, or `9 only tested with --sustain; 6 excluded`. */
export function skippedWords({ of }: Pick<Summary, 'of'>): string {
  const rows = of('skipped');
  const needing = rows.filter(needsOption);
  const left = rows.length - needing.length;
  if (needing.length === 0) return 'excluded';
  return left === 0 ? onlyWith(needing) : `${needing.length} ${onlyWith(needing)}; ${left} excluded`;
}

/** `--sustain or --daily`. */
function optionsOf(rows: readonly Row[]): string {
  const named = rows.map(({ params }) => params?.['option']);
  // A forged results.json may hold any text.
  const options = [...new Set(named.filter((option) => typeof option === 'string' && /^--[a-z-]+$/.test(option)))];
  return options.length === 0 ? 'an option or a key' : options.join(', ').replace(/, ([^,]*)$/, ' or $1');
}
