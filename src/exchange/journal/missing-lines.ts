import type { KeyLabel } from '../exchange.ts';
import type { Experiment, Start } from '../records/load-record.ts';
import type { LineCounts } from './line-counts.ts';

export interface Collected {
  readonly start: Start | null;
  readonly lines: LineCounts;
  readonly experiments: readonly Experiment[];
}

/**
 * The gaps of a journal. If k6 was killed, requests in flight reached the server but have no line. So nothing counts
 * as complete without its closing record and exactly as many lines as that says.
 */
export function missing(collected: Collected): K6Problem[] {
  const { start } = collected;
  if (start === null) return [incomplete('the journal has no first record: k6 sent nothing')];
  return start.config.experiments.flatMap(({ key }) => missingFor(key, collected));
}

/** The gaps of one key's experiment. */
export function missingFor(key: KeyLabel, collected: Collected): K6Problem[] {
  const { start, lines, experiments } = collected;
  if (start === null) return [incomplete('the journal has no first record: k6 sent nothing')];
  const closings = experiments.filter((closing) => closing.key === key);
  const roles = closings.map(({ role }) => role);
  const paced = closings.find(({ role }) => role === 'paced');
  const lead = closings.find(({ role }) => role === 'lead');
  const stoppedAtOnce = closings.some(({ role, stopped }) => role === 'prepare' && stopped !== undefined);
  if (!roles.some((role) => role === 'whole' || role === 'lead' || role === 'paced') && !stoppedAtOnce)
    return [incomplete(`${key}: the experiment has no closing record`)];
  const problems = closings.flatMap((closing) => miscounted(closing, lines.ofInstance(closing.instance)));
  if (lead !== undefined && roles.filter((role) => role === 'share').length !== lead.others)
    problems.push(incomplete(`${key}: not every VU that shares the burst has a closing record`));
  // Requests that a capacity step could not send are measured, not missing.
  if (paced !== undefined && start.script !== 'capacity') {
    const phase = start.script === 'daily' ? 'daily' : 'sustain';
    const ours = lines.ofPhase(key, phase);
    if (ours !== paced.planned)
      problems.push(incomplete(`${key}: only ${ours} of ${paced.planned} paced requests are in the journal`));
  }
  return problems;
}

function miscounted({ key, instance, sent }: Experiment, lines: number): K6Problem[] {
  if (sent === null || sent === lines) return [];
  return [incomplete(`${key}: ${instance} sent ${sent} requests, but ${lines} are in the journal`)];
}

function incomplete(message: string): K6Problem {
  return { kind: 'incomplete', message };
}

/**
 * What went wrong with a run of k6, as data: every one of these makes what depends on it inconclusive.
 * exit: k6 ended with something else than 0. invalid: its thresholds say that not everything planned was sent; the closing lines say
 * of which key. damaged: a line that is not a record. cut: the last line is half a line. incomplete:
 * requests without a line, or no closing line. leak: a key stood in the journal (it was replaced). options: k6 did not know an
 * option of ours. timeout: k6 was killed. interrupted: the caller gave up.
 */
export type K6ProblemKind =
  | 'exit'
  | 'invalid'
  | 'damaged'
  | 'cut'
  | 'incomplete'
  | 'leak'
  | 'options'
  | 'timeout'
  | 'interrupted';

export interface K6Problem {
  readonly kind: K6ProblemKind;
  readonly message: string;
}
