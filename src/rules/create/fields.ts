import type { Animal } from '../../store/index.ts';
import { excerpt } from '../rule.ts';

type Field = keyof Animal;
type FieldValue = string | null | undefined;

/** A field of an animal as in JSON: integers as plain digits. */
export function shownField(field: Field, value: FieldValue): string {
  if (value === undefined) return 'no valid value';
  return field === 'id' || field === 'categoryId' ? (value ?? 'null') : excerpt(JSON.stringify(value), 160);
}

/** How a field changed: part of what identifies the fault. */
export function changeOf(before: FieldValue, after: FieldValue): string {
  if (typeof before !== 'string' || typeof after !== 'string') return 'lost';
  if (before.trim() === after.trim()) return 'white space';
  if (before.toLowerCase() === after.toLowerCase()) return 'letter case';
  return before.startsWith(after) ? 'shortened' : 'other';
}
