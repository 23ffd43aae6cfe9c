import type { Animal, AnimalField } from '../../store/index.ts';
import { excerpt } from '../rule.ts';
import { shown } from '../schema/problems.ts';

type FieldValue = string | null | undefined;

/** A field of an animal as in JSON: integers as plain digits, and a value of a wrong type as it is. */
export function shownField(field: AnimalField, animal: Animal | undefined): string {
  if (animal === undefined) return 'no animal';
  const value = animal[field];
  return value === undefined ? shown(animal.written[field]) : shownValue(field, value);
}

export function shownValue(field: AnimalField, value: string | null): string {
  return field === 'id' || field === 'categoryId' ? (value ?? 'null') : excerpt(JSON.stringify(value), 160);
}

/** How a field changed: part of what identifies the fault. */
export function changeOf(before: FieldValue, after: FieldValue): string {
  if (typeof before !== 'string' || typeof after !== 'string') return 'lost';
  if (before.trim() === after.trim()) return 'white space';
  if (before.toLowerCase() === after.toLowerCase()) return 'letter case';
  return before.startsWith(after) ? 'shortened' : 'other';
}
