import { cut, inert } from '../../text/inert.ts';

/** Maximum characters of a sentence with text of a server. */
const SENTENCE = 1_500;

/** Text of a server on one line, with visible control characters, truncated. */
export const brief = (text: string, length = SENTENCE): string => inert(cut(text, length));

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** A safe HTML id. Our own names do not change; results.json is not trusted. */
export const slug = (text: string): string => text.slice(0, 100).replace(/[^\w.#-]/g, '_');

/** A sentence with code in backticks. */
export function Prose({ text, length }: { readonly text: string; readonly length?: number }) {
  const parts = brief(text, length).split('`');
  // An unpaired backtick is an ordinary character.
  if (parts.length % 2 === 0) return <>{parts.join('`')}</>;
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
