import { matchesPattern } from '../spec/pattern.ts';
import { REQUIREMENTS, type Requirement } from '../spec/requirements/catalogue.ts';
import { didYouMean } from './did-you-mean.ts';

/** The requirements of an area or a pattern. Reports a problem if there are none. */
export function requirementsOf(pattern: string, report: (problem: string) => void): readonly Requirement[] {
  const rows = REQUIREMENTS.filter(({ id }) => matchesPattern(id, pattern));
  const known = REQUIREMENTS.flatMap(({ id }) => [id.split('.')[0] ?? id, id]);
  if (rows.length === 0)
    report(
      `no requirement matches ${JSON.stringify(pattern)}${didYouMean(pattern, known)}; storecheck explain lists all`,
    );
  return rows;
}
