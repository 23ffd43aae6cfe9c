import { cut, inert } from '../text/inert.ts';

export { plural } from '../text/count.ts';

/** Maximum characters of a sentence with text of a server. */
const SENTENCE = 1_500;

/** Text of a server on one line, with visible control characters, truncated. */
export function brief(text: string, length = SENTENCE): string {
  return inert(cut(text, length));
}

/** Text with visible control characters, but with line breaks and tabs. */
export function visible(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part.replace('\r', '') : inert(part)))
    .join('');
}

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
