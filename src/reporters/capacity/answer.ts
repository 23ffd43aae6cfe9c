import type { CapacityVerdict } from '../../capacity/index.ts';
import type { CapacityNumbers, Result } from '../../result/result.ts';
import { cut, plain } from '../text/inert.ts';
import { aSecond, levelName } from './words.ts';

const WORDS = {
  fits: 'FITS',
  'does-not-fit': 'DOES NOT FIT',
  'not-proven': 'NOT PROVEN',
} as const satisfies Record<CapacityVerdict, string>;

/** Reasons may quote k6, and a results.json may be anybody's. */
const REASONS = 800;

/** The one answer. A run that was ended after the step that shows it is no green light. */
export function capacityWord({ verdict }: CapacityNumbers, { outcome }: Pick<Result, 'outcome'>): string {
  return WORDS[verdict === 'fits' && outcome !== 'passed' ? 'not-proven' : verdict];
}

/** The answer in a sentence, with the step that shows it. */
export function capacityAnswer(capacity: CapacityNumbers, result: Pick<Result, 'outcome'>): string {
  const { verdict, shownBy, because, projection } = capacity;
  const reasons = plain(cut(because.join('; '), REASONS));
  const at = `at ${levelName(shownBy ?? 1)} of the projected peak (${aSecond((shownBy ?? 1) * projection.after.rps)})`;
  const unfinished = result.outcome === 'passed' ? '' : ', but the run did not come to its end';
  const sentences = {
    fits: `every objective was held ${at}${unfinished}`,
    'does-not-fit': `${at}, ${reasons}`,
    'not-proven': reasons,
  };
  return `${sentences[verdict]}.`;
}

/** How much room there is, and where it ends. */
export function roomSentences({ headroom, knee }: CapacityNumbers): string[] {
  return [
    headroom === null
      ? 'No step was within all objectives.'
      : `Headroom: the objectives were held up to ${headroom} × the projected peak.`,
    knee === null ? 'The service kept up with every step.' : `Knee: beyond ${aSecond(knee)} answers fall behind.`,
  ];
}
