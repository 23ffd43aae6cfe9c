import type { RequirementResult } from '../../result/result.ts';

export type Observed = NonNullable<RequirementResult['value']> | null;

/** An observed value in words. */
export function observedWords(value: Observed): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => observedWords(one)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The same on one line: the members of an object with their names. */
export function observedLine(value: Observed): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return observedWords(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${observedWords(one)}`)
    .join('; ');
}
