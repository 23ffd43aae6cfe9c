import type { Row } from '../../result/view/rows.ts';

/** The text with a capital letter, unless it begins with the name of a quantile: `p95`. */
export const capital = (text: string): string =>
  /^p\d/.test(text) ? text : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** A safe HTML id for a name from results.json, which is not trusted. Names of storecheck do not change. */
export const slug = (text: string): string => text.slice(0, 100).replace(/[^\w.#-]/g, '_');

/** The anchor of a row. Requirement ids contain a dot, so that they differ from the other ids of the page. */
export const anchorOf = ({ id, name, plan }: Row): string => slug(name === id ? id : `${id}.${plan}`);

/** The anchor of the violation of the first row. */
export const failureAnchor = ([row]: readonly Row[]): string => `failure-${row === undefined ? '' : anchorOf(row)}`;

/** Writes a sentence whose backticks enclose code. */
export function prose(text: string) {
  const parts = text.split('`');
  // An unpaired backtick is an ordinary character.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
