import type { CapacityVerdict } from '../../capacity/index.ts';
import type { CapacityNumbers, Result } from '../../result/result.ts';
import { cut, plain } from '../text/inert.ts';
import { aSecond, levelName } from './words.ts';

const WORDS = {
  fits: 'FITS',
  'does-not-fit': 'DOES NOT FIT',
  'not-proven': 'NOT PROVEN',
} as const satisfies Record<CapacityVerdict, string>;

/** Maximum characters of a reason: it may quote k6, and results.json is not trusted. */
const REASONS = 800;

/** The answer in capitals. A run that did not finish never fits. */
export function capacityWord({ verdict }: CapacityNumbers, { outcome }: Pick<Result, 'outcome'>): string {
  return WORDS[verdict === 'fits' && outcome !== 'passed' ? 'not-proven' : verdict];
}

/** The answer as a sentence, with the decisive step. */
export function capacityAnswer(capacity: CapacityNumbers, result: Pick<Result, 'outcome'>): string {
  const { verdict, shownBy, because, projection } = capacity;
  const reasons = plain(cut(because.join('; '), REASONS));
  const at = `at ${levelName(shownBy ?? 1)} of the projected peak (${aSecond((shownBy ?? 1) * projection.after.rps)})`;
  const unfinished = result.outcome === 'passed' ? '' : ', but the run did not finish';
  const sentences = {
    fits: `the service met every objective ${at}${unfinished}`,
    'does-not-fit': `${at}, ${reasons}`,
    'not-proven': reasons,
  };
  return `${sentences[verdict]}.`;
}

/** Headroom and knee as sentences. */
export function roomSentences({ headroom, knee }: CapacityNumbers): string[] {
  return [
    headroom === null
      ? 'No step met all objectives.'
      : `Headroom: the service met the objectives up to ${headroom} × the projected peak.`,
    knee === null ? 'The service kept up with every step.' : `Knee: above ${aSecond(knee)}, responses fall behind.`,
  ];
}
