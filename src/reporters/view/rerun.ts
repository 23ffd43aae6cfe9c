import type { RerunResult, Result } from '../../result/result.ts';
import type { Summary } from '../../result/summary/summary.ts';
import type { ReasonCode } from '../../text/reasons/index.ts';
import { plural } from '../text/count.ts';
import { cut, plain } from '../text/inert.ts';

/** The verdict of a rerun; undefined if another sentence is more specific. */
export function rerunSentence(summary: Summary, rerun: RerunResult): string | undefined {
  const sentence = whatShows(summary, rerun);
  const { elsewhere } = rerun;
  if (sentence === undefined || elsewhere === undefined) return sentence;
  const [here, there] = [summary.result.target.baseUrl, elsewhere].map((url) => plain(cut(url, 200)));
  return `on another service (${here}; the earlier run: ${there}): ${sentence}`;
}

function whatShows({ result, rows }: Summary, rerun: RerunResult): string | undefined {
  const { outcome } = result;
  const { nowPassing, stillFailing, unproven, notRepeated = 0, elsewhere } = rerun;
  const word = elsewhere === undefined ? 'gone' : 'absent';
  const skipped = notRepeatedIn(result, rows);
  const inconclusive = unproven.length - skipped.flatMap(({ names }) => names).length;
  const skips = skipped.map((one) => `${one.names.length} not repeated: ${whySkipped(one, result)}`);
  const all = nowPassing.length + stillFailing.length + unproven.length;
  if (outcome === 'failed' && stillFailing.length > 0)
    return `${[`${remaining(stillFailing, all, rows)}${others(notRepeated)}`, ...skips].join('; ')}.`;
  if (outcome !== 'incomplete') return undefined;
  if (nowPassing.length === all)
    return `all violations are ${word} (${all} of ${all}). A rerun skips all other requirements, so it cannot pass.`;
  const parts = [
    nowPassing.length === 0
      ? `no violation is ${word}`
      : `${nowPassing.length} of ${plural(all, 'violation')} ${nowPassing.length === 1 ? 'is' : 'are'} ${word}`,
    ...(stillFailing.length > 0
      ? [`${stillFailing.length} ${stillFailing.length === 1 ? 'remains' : 'remain'}${kinds(stillFailing, rows)}`]
      : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    ...skips,
  ];
  return `${parts.join(', ')}.`;
}

function whySkipped({ flag }: NotRepeated, { settings: { readOnlyBy } }: Result): string {
  const why = 'the rerun was read-only';
  return flag === undefined ? `${why} (${readOnlyBy})` : `${why}; add ${flag}`;
}

function remaining(names: readonly string[], all: number, rows: Summary['rows']): string {
  if (all === 1) return 'the violation remains';
  const ids = new Set(rows.filter(({ name }) => names.includes(name)).map(({ id }) => id));
  const perPlan = ids.size === 1 && names.length > 1 ? ' (1 requirement, counted per plan)' : '';
  return `${names.length} of ${all} violations ${names.length === 1 ? 'remains' : 'remain'}${perPlan}${kinds(names, rows)}`;
}

/** `: 1 failed, 2 warnings`; empty if all fail the run. */
function kinds(names: readonly string[], rows: Summary['rows']): string {
  const { failing, warnings, waived } = byStatus(names, rows);
  if (failing.length === names.length) return '';
  const parts = [
    ...(failing.length > 0 ? [`${failing.length} failed`] : []),
    ...(warnings.length > 0 ? [plural(warnings.length, 'warning')] : []),
    ...(waived.length > 0 ? [`${waived.length} waived`] : []),
  ];
  return `: ${parts.join(', ')}`;
}

/** `failing`: those that are neither warnings nor waived. */
function byStatus(names: readonly string[], rows: Summary['rows']) {
  const statuses = new Map(rows.map(({ name, status }) => [name, status]));
  const warnings = names.filter((name) => statuses.get(name) === 'warning');
  const waived = names.filter((name) => statuses.get(name) === 'waived');
  return { warnings, waived, failing: names.filter((name) => !warnings.includes(name) && !waived.includes(name)) };
}

function others(count: number): string {
  if (count === 0) return '';
  return ` (${plural(count, 'other violation')} of that run ${count === 1 ? 'was' : 'were'} not repeated)`;
}

/** The flag without which a run skips a requirement for this reason. */
const FLAGS = {
  'read-only': '--allow-writes',
} as const satisfies Partial<Record<ReasonCode, string>>;

/** Failures of the earlier run that a rerun skipped for one reason. */
interface NotRepeated {
  readonly code: keyof typeof FLAGS;
  /** Absent if the user forbids it. */
  readonly flag: string | undefined;
  readonly names: readonly string[];
}

export function notRepeatedIn({ rerun, settings }: Result, rows: Summary['rows']): NotRepeated[] {
  const open = rows.filter(({ name }) => rerun?.unproven.includes(name));
  return (['read-only'] as const).flatMap((code) => {
    const names = open.filter((row) => row.code === code).map(({ name }) => name);
    const isForbidden = code === 'read-only' && settings.readOnlyBy !== undefined;
    return names.length === 0 ? [] : [{ code, flag: isForbidden ? undefined : FLAGS[code], names }];
  });
}

/** The results of the rerun requirements, a line for each kind. */
export function rerunLines({ rows, result }: Summary, rerun: RerunResult): string[] {
  const { nowPassing, stillFailing, unproven } = rerun;
  const { failing, warnings, waived } = byStatus(stillFailing, rows);
  const skipped = notRepeatedIn(result, rows).flatMap(({ names }) => names);
  const line = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${title}: ${names.join(', ')}`];
  return [
    ...line('now passes', nowPassing),
    ...line('still a warning', warnings),
    ...line('still waived', waived),
    ...line('still fails', failing),
    ...line(
      'inconclusive',
      unproven.filter((name) => !skipped.includes(name)),
    ),
    ...line('not repeated', skipped),
  ];
}
