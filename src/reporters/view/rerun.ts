import type { RerunResult, Result } from '../../result/result.ts';

/** The verdict of a rerun: what became of what had failed, and that it is no gate; undefined where another sentence says more. */
export function rerunSentence(outcome: Result['outcome'], rerun: RerunResult): string | undefined {
  const { nowPassing, stillFailing, unproven } = rerun;
  const all = nowPassing.length + stillFailing.length + unproven.length;
  if (outcome === 'failed' && stillFailing.length > 0)
    return `${stillFailing.length} of ${all} that had failed ${stillFailing.length === 1 ? 'still fails' : 'still fail'}.`;
  if (outcome !== 'incomplete') return undefined;
  if (stillFailing.length + unproven.length === 0)
    return `what had failed now passes (${all} of ${all}). A rerun judges nothing else, so it cannot pass a gate.`;
  const parts = [
    `${nowPassing.length} of ${all} that had failed now ${nowPassing.length === 1 ? 'passes' : 'pass'}`,
    ...(stillFailing.length > 0
      ? [`${stillFailing.length} still ${stillFailing.length === 1 ? 'fails' : 'fail'} (waived, or no must)`]
      : []),
    ...(unproven.length > 0 ? [`${unproven.length} could not be proven`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** What became of each, a line for each kind. */
export function rerunLines({ nowPassing, stillFailing, unproven }: RerunResult): string[] {
  const line = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${title}: ${names.join(', ')}`];
  return [
    ...line('now passes', nowPassing),
    ...line('still fails', stillFailing),
    ...line('could not be proven', unproven),
  ];
}
