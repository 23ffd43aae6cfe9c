import type { RerunResult, Result } from '../../result/result.ts';

/** The verdict of a rerun; undefined if another sentence is more specific. */
export function rerunSentence(outcome: Result['outcome'], rerun: RerunResult): string | undefined {
  const { nowPassing, notShownAgain = [], stillFailing, unproven } = rerun;
  const all = nowPassing.length + notShownAgain.length + stillFailing.length + unproven.length;
  if (outcome === 'failed' && stillFailing.length > 0)
    return `${stillFailing.length} of ${all} failed requirements ${stillFailing.length === 1 ? 'still fails' : 'still fail'}.`;
  if (outcome !== 'incomplete') return undefined;
  if (nowPassing.length === all)
    return `all failed requirements now pass (${all} of ${all}). A re-run skips all others, so it cannot pass.`;
  const parts = [
    `${nowPassing.length} of ${all} failed requirements now ${nowPassing.length === 1 ? 'passes' : 'pass'}`,
    ...(notShownAgain.length > 0 ? [`${notShownAgain.length} did not show again`] : []),
    ...(stillFailing.length > 0
      ? [`${stillFailing.length} still ${stillFailing.length === 1 ? 'fails' : 'fail'} (waived, or not a must)`]
      : []),
    ...(unproven.length > 0 ? [`${unproven.length} inconclusive`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** The results of the re-run requirements, a line for each kind. */
export function rerunLines({ nowPassing, notShownAgain = [], stillFailing, unproven }: RerunResult): string[] {
  const line = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${title}: ${names.join(', ')}`];
  return [
    ...line('now passes', nowPassing),
    ...line(NOT_SHOWN, notShownAgain),
    ...line('still fails', stillFailing),
    ...line('inconclusive', unproven),
  ];
}

const NOT_SHOWN = 'did not show again (it needs several requests, a moment, or the animals of that time)';
