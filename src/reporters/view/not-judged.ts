import type { Cause, Row } from '../../result/summary/causes.ts';
import { needsOption } from '../../result/summary/status.ts';
import type { Summary } from '../../result/summary/summary.ts';

/** The requirements that the run did not judge, by heading: excluded, without an option or key that they need, not applicable. */
export function notJudgedGroups({ notJudged }: Pick<Summary, 'notJudged'>): { title: string; causes: Cause[] }[] {
  const of = (isMeant: (row: Row) => boolean) => notJudged.filter(({ rows }) => rows.every(isMeant));
  const needing = of(needsOption);
  return [
    { title: 'Skipped: excluded', causes: of((row) => row.status === 'skipped' && !needsOption(row)) },
    { title: `Skipped: ${neededOptions(needing.flatMap(({ rows }) => rows))}; ${UNCOUNTED}`, causes: needing },
    { title: 'Not applicable', causes: of(({ status }) => status === 'not-applicable') },
  ];
}

export const UNCOUNTED = '--fail-on skipped does not count them';

/** `they need --sustain, --daily or --ban` */
export const neededOptions = (rows: readonly Row[]): string =>
  `${rows.length === 1 ? 'it needs' : 'they need'} ${optionsOf(rows)}`;

/** Why requirements were skipped: `they need --sustain or --daily`, `excluded`, or `9 without --sustain or --daily; 6 excluded`. */
export function skippedWords({ of }: Pick<Summary, 'of'>): string {
  const rows = of('skipped');
  const needing = rows.filter(needsOption);
  const left = rows.length - needing.length;
  if (needing.length === 0) return 'excluded';
  return left === 0 ? neededOptions(needing) : `${needing.length} without ${optionsOf(needing)}; ${left} excluded`;
}

function optionsOf(rows: readonly Row[]): string {
  const named = rows.map(({ params }) => params?.['option']);
  // A forged results.json may hold any text.
  const options = [...new Set(named.filter((option) => typeof option === 'string' && /^--[a-z-]+$/.test(option)))];
  return options.length === 0 ? 'an option or a key' : options.join(', ').replace(/, ([^,]*)$/, ' or $1');
}
