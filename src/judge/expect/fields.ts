import { shown } from '../../rules/schema-rule.ts';
import type { Animal, AnimalField } from '../../store/animal.ts';

type FieldValue = string | null | undefined;

/** Characters of a value that has nothing in common with the other one. */
const MOST = 160;

/** A field of an animal as in JSON: integers as plain digits, and a value of a wrong type as it is. */
export const shownField = (field: AnimalField, animal: Animal | undefined): string => cut(jsonOf(field, animal));

/** The same of two animals: of long values, the part around their first difference. */
export function shownFields(field: AnimalField, ...animals: readonly [Animal | undefined, Animal | undefined]) {
  const [one, other] = [jsonOf(field, animals[0]), jsonOf(field, animals[1])];
  const [short, otherShort] = [excerptOf(one, other), excerptOf(other, one)];
  return [cut(distinct(short, otherShort)), cut(distinct(otherShort, short))] as const;
}

function jsonOf(field: AnimalField, animal: Animal | undefined): string {
  if (animal === undefined) return 'no animal';
  const value = animal[field];
  if (value === undefined) return shown(animal.written[field]);
  return field === 'id' || field === 'categoryId' ? String(value) : JSON.stringify(value);
}

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text);

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

/** Part of `text` around its first difference from `other`. Texts that are short or mostly different stay complete. */
export function excerptOf(text: string, other: string): string {
  if (Math.max(text.length, other.length) <= SHORT) return text;
  const changed = changedIn(text, other);
  if (changed === undefined) return text;
  const characters = [...text];
  const from = Math.max(0, changed.start - CONTEXT);
  const to = Math.min(characters.length, changed.end + CONTEXT, changed.start + REACH);
  return `${from > 0 ? '…' : ''}${characters.slice(from, to).join('')}${to < characters.length ? '…' : ''}`;
}

/**
 * A JSON text that looks like the other one, with `\u` escapes where they differ: `e\u0301` and `\u00e9` are both
 * shown as é, and two spaces like one at the end of a line. A text that looks different stays as it is.
 */
export function distinct(text: string, other: string): string {
  if (text.replaceAll(' ', '') === other.replaceAll(' ', ''))
    return text.replace(/ {2,}/g, (run) => ` ${'\\u0020'.repeat(run.length - 1)}`);
  if (text.normalize('NFKC') !== other.normalize('NFKC')) return text;
  const characters = [...text];
  const { start, end } = changedIn(text, other) ?? { start: 0, end: characters.length };
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const part = (from: number, to?: number) => characters.slice(from, to).join('');
  return `${part(0, start)}${part(start, end).replace(/[^ -~]/g, escaped)}${part(end)}`;
}

/** The range of characters that differs from another text; undefined if they share less than half of the shorter one at their beginning and end. */
function changedIn(text: string, other: string): { readonly start: number; readonly end: number } | undefined {
  const [own, others] = [[...text], [...other]];
  const shorter = Math.min(own.length, others.length);
  let start = 0;
  while (start < shorter && own[start] === others[start]) start += 1;
  let shared = 0;
  while (shared < shorter - start && own.at(-1 - shared) === others.at(-1 - shared)) shared += 1;
  return shorter === 0 || start + shared < shorter / 2 ? undefined : { start, end: own.length - shared };
}
