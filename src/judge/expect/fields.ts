import { textOfValue } from '../../rules/schema-rule.ts';
import type { Animal, AnimalField } from '../../store/animal.ts';

type FieldValue = string | null | undefined;

/** A field of two animals as in JSON: of long values, the part around their first difference. */
export function shownFields(field: AnimalField, ...animals: readonly [Animal, Animal]) {
  const [before, after] = [jsonOf(field, animals[0]), jsonOf(field, animals[1])];
  const [short, shortAfter] = [aroundDifference(before, after), aroundDifference(after, before)];
  return [withEscapes(short, shortAfter), withEscapes(shortAfter, short)] as const;
}

/** Integers as plain digits, and a value of a wrong type as it is. */
function jsonOf(field: AnimalField, animal: Animal): string {
  const value = animal[field];
  if (value === undefined) return textOfValue(animal.written[field]);
  return field === 'id' || field === 'categoryId' ? String(value) : JSON.stringify(value);
}

/** How a field changed: part of what identifies the fault. */
export function changeOf(before: FieldValue, after: FieldValue): string {
  if (typeof before !== 'string' || typeof after !== 'string') return 'lost';
  if (before.trim() === after.trim()) return 'white space';
  if (before.toLowerCase() === after.toLowerCase()) return 'letter case';
  return before.startsWith(after) ? 'shortened' : 'other';
}

/** Characters that need no excerpt. */
const SHORT = 80;
/** Characters of context on each side of the difference. */
const CONTEXT = 15;
/** Maximum characters from the first difference on. */
const REACH = 40;

/** Part of `text` around its first difference from `other`. Short texts stay complete. */
export function aroundDifference(text: string, other: string): string {
  if (Math.max(text.length, other.length) <= SHORT) return text;
  const changed = changedIn(text, other);
  const characters = [...text];
  const from = Math.max(0, changed.start - CONTEXT);
  const to = Math.min(characters.length, changed.end + CONTEXT, changed.start + REACH);
  return `${from > 0 ? '…' : ''}${characters.slice(from, to).join('')}${to < characters.length ? '…' : ''}`;
}

/** A JSON text with `\u` escapes where it differs from another that looks alike: `e\u0301` and `\u00e9` are both shown as é. */
export function withEscapes(text: string, other: string): string {
  if (text.replaceAll(' ', '') === other.replaceAll(' ', ''))
    return text.replace(/ {2,}/g, (run) => ` ${'\\u0020'.repeat(run.length - 1)}`);
  if (text.normalize('NFKC') !== other.normalize('NFKC')) return text;
  const characters = [...text];
  const { start, end } = changedIn(text, other);
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const part = (from: number, to?: number) => characters.slice(from, to).join('');
  return `${part(0, start)}${part(start, end).replace(/[^ -~]/g, escaped)}${part(end)}`;
}

/** The range of characters that differs from another text. */
function changedIn(text: string, other: string) {
  const [own, others] = [[...text], [...other]];
  const shorter = Math.min(own.length, others.length);
  let start = 0;
  while (start < shorter && own[start] === others[start]) start += 1;
  let shared = 0;
  while (shared < shorter - start && own.at(-1 - shared) === others.at(-1 - shared)) shared += 1;
  return { start, end: own.length - shared };
}
