import type { Cause, Row } from '../../result/summary/causes.ts';
import { isNotRequested } from '../../result/summary/status.ts';
import type { Summary } from '../../result/summary/summary.ts';

/** The requirements that the run did not judge, by heading: skipped, not requested, not applicable. */
export function notJudgedGroups({ notJudged }: Pick<Summary, 'notJudged'>): { title: string; causes: Cause[] }[] {
  const of = (isMeant: (row: Row) => boolean) => notJudged.filter(({ rows }) => rows.every(isMeant));
  const notRequested = of(isNotRequested);
  return [
    { title: 'Skipped', causes: of((row) => row.status === 'skipped' && !isNotRequested(row)) },
    { title: `Not requested (${howToRequest(notRequested)})`, causes: notRequested },
    { title: 'Not applicable', causes: of(({ status }) => status === 'not-applicable') },
  ];
}

/** `add --sustain, --daily; --fail-on skipped does not count them`. */
export function howToRequest(causes: readonly Cause[]): string {
  const named = causes.flatMap(({ rows }) => rows.map(({ params }) => params?.['option']));
  // A forged results.json may hold any text.
  const options = new Set(named.filter((option) => typeof option === 'string' && /^--[a-z-]+$/.test(option)));
  return [
    ...(options.size === 0 ? [] : [`add ${[...options].join(', ')}`]),
    '--fail-on skipped does not count them',
  ].join('; ');
}
