import type { RerunResult, Result } from '../../result/result.ts';
import { plural } from '../text/count.ts';

/** The verdict of a rerun; undefined if another sentence is more specific. */
export function rerunSentence(outcome: Result['outcome'], rerun: RerunResult): string | undefined {
  const { nowPassing, notShownAgain = [], stillFailing, unproven, notRepeated = 0 } = rerun;
  const all = nowPassing.length + notShownAgain.length + stillFailing.length + unproven.length;
  if (outcome === 'failed' && stillFailing.length > 0)
    return `${still(stillFailing.length, all)}${others(notRepeated)}.`;
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

function still(failing: number, all: number): string {
  if (all === 1) return 'the requirement still fails';
  return `${failing} of ${all} failed requirements still ${failing === 1 ? 'fails' : 'fail'}`;
}

function others(count: number): string {
  if (count === 0) return '';
  return ` (${plural(count, 'other failure')} of that run ${count === 1 ? 'was' : 'were'} not repeated)`;
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
