import { cut, inert } from '../text/inert.ts';

export { plural } from '../text/count.ts';

/** Characters of a sentence that may hold a server's words. */
const SENTENCE = 1_500;

/** A sentence with a server's words in it: on one line, dangerous characters shown, cut with what is missing said. */
export function brief(text: string, length = SENTENCE): string {
  return inert(cut(text, length));
}

/** Dangerous characters shown, line breaks and tabs kept. */
export function visible(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part.replace('\r', '') : inert(part)))
    .join('');
}

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
