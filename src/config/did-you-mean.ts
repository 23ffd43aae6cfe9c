import { closestMatch } from 'leven';

/** Maximum characters: longer texts are not typing errors, and slow to compare. */
const LONGEST = 64;

export function didYouMean(typed: string, candidates: readonly string[]): string {
  if (typed.length > LONGEST) return '';
  const lowered = candidates.map((candidate) => candidate.toLowerCase());
  const maxDistance = Math.min(typed.length - 1, Math.max(2, Math.floor(typed.length / 3)));
  const closest = closestMatch(typed.toLowerCase(), lowered, { maxDistance });
  return closest === undefined ? '' : ` (did you mean ${candidates[lowered.indexOf(closest)]}?)`;
}
