import { closestMatch } from 'leven';

export function didYouMean(typed: string, candidates: readonly string[]): string {
  const lowered = candidates.map((candidate) => candidate.toLowerCase());
  const maxDistance = Math.min(typed.length - 1, Math.max(2, Math.floor(typed.length / 3)));
  const closest = closestMatch(typed.toLowerCase(), lowered, { maxDistance });
  return closest === undefined ? '' : ` (did you mean ${candidates[lowered.indexOf(closest)]}?)`;
}
