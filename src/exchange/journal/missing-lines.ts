import { type K6Problem, k6Problem } from '../../text/k6.ts';
import { ofKind } from '../records/journal-record.ts';
import type { Experiment } from '../records/load-record.ts';
import type { KeyLabel } from '../records/schema.ts';
import type { K6Process } from './load.ts';

/**
 * The gaps of a journal. If k6 was killed, requests in flight reached the server but have no line. So nothing counts
 * as complete without its closing record and exactly as many lines as that says.
 */
export function missing(recorded: K6Process | undefined): K6Problem[] {
  if (recorded === undefined) return [k6Problem('incomplete', 'no-first-record')];
  return recorded.start.config.experiments.flatMap(({ key }) => missingFor(key, recorded));
}

/** The gaps of one key's experiment. */
export function missingFor(key: KeyLabel, { start, lines, notes }: K6Process): K6Problem[] {
  const closings = ofKind(notes, 'experiment').filter((closing) => closing.key === key);
  const roles = closings.map(({ role }) => role);
  const paced = closings.find(({ role }) => role === 'paced');
  const stoppedAtOnce = closings.some(({ role, stopped }) => role === 'prepare' && stopped !== undefined);
  if (!roles.some((role) => role === 'whole' || role === 'paced') && !stoppedAtOnce)
    return [k6Problem('incomplete', 'no-closing-record', { key })];
  const problems = closings.flatMap((closing) => miscounted(closing, lines.ofInstance(closing.instance)));
  // Requests that a capacity step could not send are measured, not missing.
  if (paced !== undefined && start.script !== 'capacity') {
    const phase = start.script === 'daily' ? 'daily' : 'sustain';
    const ours = lines.ofPhase(key, phase);
    const { planned } = paced;
    if (ours !== planned)
      problems.push(k6Problem('incomplete', 'paced-requests-missing', { key, lines: ours, planned }));
  }
  return problems;
}

function miscounted({ key, instance, sent }: Experiment, lines: number): K6Problem[] {
  if (sent === null || sent === lines) return [];
  return [k6Problem('incomplete', 'requests-missing', { key, instance, sent, lines })];
}
