import { percent } from '../../capacity/index.ts';
import type { CapacityNumbers } from '../../result/result.ts';
import { cut, plain } from '../text/inert.ts';
import { levelName } from './words.ts';

/** Maximum characters of a reason: it may quote k6, and results.json is not trusted. */
const REASON = 600;

/** What the answer does not cover, the most important first. */
export function unshown(capacity: CapacityNumbers): string[] {
  const { steps, notOffered, writes } = capacity;
  // The answer names what is inconclusive at the peak.
  const open = steps.filter(({ verdict: kind, level }) => (kind === 'open' || kind === 'invalid') && level > 1);
  const highest = Math.max(0, ...steps.map(({ level }) => level));
  return [
    ...open.map(({ level, because }) => `${levelName(level)}: ${plain(cut(because.join('; '), REASON))}`),
    ...(notOffered.length > 0
      ? [`${notOffered.map(levelName).join(', ')}: not tested, the run ended at ${levelName(highest)}`]
      : [`load above ${levelName(highest)} of the projected peak: not planned`]),
    ...(writes.asReads ? [`creates: the ${percent(writes.projected)} of the projection were sent as reads`] : []),
  ];
}
