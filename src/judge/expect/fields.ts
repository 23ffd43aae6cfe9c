import { textOfValue } from '../../rules/schema-rule.ts';
import type { Animal, AnimalField } from '../../store/animal.ts';
import { aroundDifference, withEscapes } from '../../text/excerpt.ts';

type FieldValue = string | null | undefined;

/** Maximum characters of a shown value. */
const MAX_VALUE = 80;

/** A field of two animals as in JSON: of long values, the part around their first difference. */
export function shownFields(field: AnimalField, ...animals: readonly [Animal, Animal]) {
  const [before, after] = [jsonOf(field, animals[0]), jsonOf(field, animals[1])];
  const [short, shortAfter] = [aroundDifference(before, after), aroundDifference(after, before)];
  return [cut(withEscapes(short, shortAfter)), cut(withEscapes(shortAfter, short))] as const;
}

/** Integers as plain digits, and a value of a wrong type as it is. */
function jsonOf(field: AnimalField, animal: Animal): string {
  const value = animal[field];
  if (value === undefined) return textOfValue(animal.written[field]);
  return field === 'id' || field === 'categoryId' ? String(value) : JSON.stringify(value);
}

const cut = (text: string): string => (text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text);

/** How a field changed: part of what identifies the fault. */
export function changeOf(before: FieldValue, after: FieldValue): string {
  if (typeof before !== 'string' || typeof after !== 'string') return 'lost';
  if (before.trim() === after.trim()) return 'white space';
  if (before.toLowerCase() === after.toLowerCase()) return 'letter case';
  return before.startsWith(after) ? 'shortened' : 'other';
}
