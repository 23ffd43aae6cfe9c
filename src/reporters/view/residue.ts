import type { Residue } from '../../result/result.ts';
import { plural } from '../text/count.ts';

const STORE = 'in the store (the service cannot delete)';

/** What the run left behind: animals that an answer named, and creates that nobody knows the end of. Empty where there are neither. */
export function residueSentence(residue: readonly Residue[]): string {
  const known = residue.filter(({ id }) => id !== null).length;
  const open = residue.length - known;
  if (residue.length === 0) return '';
  if (known === 0)
    return `up to ${animals(open)} may stay ${STORE}: no answer named ${open === 1 ? 'it' : 'them'}: residue.json`;
  const more = open === 0 ? '' : `, up to ${open} more may: no answer named ${open === 1 ? 'it' : 'them'}`;
  return `${animals(known)} ${known === 1 ? 'stays' : 'stay'} ${STORE}${more}: residue.json`;
}

/** `14`, `2, up to 12 more`, `up to 12`. */
export function residueCount(residue: readonly Residue[]): string {
  const known = residue.filter(({ id }) => id !== null).length;
  const open = residue.length - known;
  if (open === 0) return String(known);
  return known === 0 ? `up to ${open}` : `${known}, up to ${open} more`;
}

const animals = (count: number) => plural(count, 'animal');
