import type { Exchange, KeyLabel } from '../exchange/exchange.ts';
import type { QuotaExperiment } from '../exchange/load-config.ts';
import type { Experiment, Held, Start } from '../exchange/load-record.ts';
import type { K6Problem } from './problem.ts';

export interface Collected {
  readonly start: Start | null;
  readonly exchanges: readonly Exchange[];
  readonly held: readonly Held[];
  readonly experiments: readonly Experiment[];
}

/**
 * What a journal lacks. Requests that were under way when k6 was cut off reached the server but left no line, so nothing is taken
 * for complete without its closing line and exactly as many lines as that one counts.
 */
export function missing(collected: Collected): K6Problem[] {
  const { start } = collected;
  if (start === null) return [incomplete('the journal has no first record: k6 sent nothing')];
  return start.config.experiments.flatMap(({ key }) => missingFor(key, collected));
}

/** What one key's experiment lacks. */
export function missingFor(key: KeyLabel, collected: Collected): K6Problem[] {
  const { start } = collected;
  if (start === null) return [incomplete('the journal has no first record: k6 sent nothing')];
  return missingOf({ key }, start, collected, seqsByInstance(collected.exchanges));
}

function missingOf(
  { key }: Pick<QuotaExperiment, 'key'>,
  start: Start,
  { exchanges, held, experiments }: Collected,
  seqs: Map<string, number[]>,
): K6Problem[] {
  const closings = experiments.filter((closing) => closing.key === key);
  const roles = closings.map(({ role }) => role);
  const paced = closings.find(({ role }) => role === 'paced');
  const lead = closings.find(({ role }) => role === 'lead');
  const stoppedAtOnce = closings.some(({ role, stopped }) => role === 'prepare' && stopped !== undefined);
  if (!roles.some((role) => role === 'whole' || role === 'lead' || role === 'paced') && !stoppedAtOnce)
    return [incomplete(`${key}: the experiment has no closing record`)];
  const problems = closings.flatMap((closing) => miscounted(closing, seqs.get(closing.instance) ?? []));
  if (lead !== undefined && roles.filter((role) => role === 'share').length !== lead.others)
    problems.push(incomplete(`${key}: not every VU that shares the burst has a closing record`));
  // What a step of a capacity run could not send is measured, not missing.
  if (paced !== undefined && start.script !== 'capacity') {
    const phase = start.script === 'daily' ? 'daily' : 'sustain';
    const ours = (line: { key: string | null; phase?: string }) => line.key === key && line.phase === phase;
    const lines = exchanges.filter(ours).length + held.filter(ours).length;
    if (lines !== paced.planned)
      problems.push(incomplete(`${key}: ${lines} of ${paced.planned} paced requests have a line`));
  }
  return problems;
}

/** Numbers are only compared with each other: in a joined journal they count through all recorders. */
function miscounted({ key, instance, sent }: Experiment, seqs: readonly number[]): K6Problem[] {
  if (sent === null) return [];
  const whole = seqs.length === sent && new Set(seqs).size === sent;
  return whole ? [] : [incomplete(`${key}: ${instance} sent ${sent} requests, ${seqs.length} have a line`)];
}

function seqsByInstance(exchanges: readonly Exchange[]): Map<string, number[]> {
  const seqs = new Map<string, number[]>();
  for (const { instance = '', seq } of exchanges) {
    const known = seqs.get(instance);
    if (known === undefined) seqs.set(instance, [seq]);
    else known.push(seq);
  }
  return seqs;
}

function incomplete(message: string): K6Problem {
  return { kind: 'incomplete', message };
}
