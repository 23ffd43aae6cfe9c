import type { Residue } from '../../result/result.ts';
import { plural } from '../../text/count.ts';

const STORE = 'in the store (the service cannot delete them)';

/** The animals that remain, and those that may remain after an unclear response. Empty without any. */
export function residueSentence(residue: readonly Residue[]): string {
  const known = residue.filter(({ id }) => id !== null).length;
  const open = residue.length - known;
  if (residue.length === 0) return '';
  if (known === 0) return `up to ${animals(open)} may remain ${STORE}, without a known id: see residue.json`;
  const more = open === 0 ? '' : `, and up to ${open} more may remain without a known id`;
  return `${animals(known)} ${known === 1 ? 'remains' : 'remain'} ${STORE}${more}: see residue.json`;
}

/** `14`, `2, up to 12 more`, `up to 12`. */
export function residueCount(residue: readonly Residue[]): string {
  const known = residue.filter(({ id }) => id !== null).length;
  const open = residue.length - known;
  if (open === 0) return String(known);
  return known === 0 ? `up to ${open}` : `${known}, up to ${open} more`;
}

const animals = (count: number) => plural(count, 'animal');
