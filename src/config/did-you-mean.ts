import { closestMatch } from 'leven';

/** Longer texts are not typing errors, and comparing them takes time. */
const LONGEST = 64;
/** Among more names than these, spelling does not find the right one, and comparing them all takes time. */
const MOST = 500;

/** The candidate that is spelled most like the typed text, if it is close enough. */
export function didYouMean(typed: string, candidates: readonly string[]): string {
  if (typed.length > LONGEST || candidates.length > MOST) return '';
  const lowered = candidates.map((candidate) => candidate.toLowerCase());
  const maxDistance = Math.max(2, Math.floor(typed.length / 3));
  const closest = closestMatch(typed.toLowerCase(), lowered, { maxDistance });
  return closest === undefined ? '' : ` (did you mean ${candidates[lowered.indexOf(closest)]}?)`;
}
