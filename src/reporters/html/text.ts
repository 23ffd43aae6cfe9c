import { inert } from '../inert.ts';

/** Characters of a sentence that may hold a server's words. */
const SENTENCE = 1_500;

export interface Cut {
  readonly text: string;
  /** How many characters there are in all, where some are left out. */
  readonly of: number | undefined;
}

/** The beginning of a text, never half of a surrogate pair. */
export function cut(text: string, length: number): Cut {
  if (text.length <= length) return { text, of: undefined };
  const last = text.charCodeAt(length - 1);
  return { text: text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length), of: text.length };
}

/** A sentence with a server's words in it: on one line, dangerous characters shown, cut with its length said. */
export function brief(text: string, length = SENTENCE): string {
  const { text: start, of } = cut(text, length);
  return of === undefined ? inert(start) : `${inert(start)}… (${count(of)} characters in all)`;
}

/** Dangerous characters shown, line breaks and tabs kept. */
export function visible(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part.replace('\r', '') : inert(part)))
    .join('');
}

/** Thousands apart; not by locale, so that a report is the same everywhere. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
