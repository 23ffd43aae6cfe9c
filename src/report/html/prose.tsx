import type { Row } from '../../result/view/rows.ts';

/** With a capital letter, unless it begins with the name of a number: `p95`. */
export const capital = (text: string): string =>
  /^p\d/.test(text) ? text : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** A safe HTML id. Our own names do not change; results.json is not trusted. */
export const slug = (text: string): string => text.slice(0, 100).replace(/[^\w.#-]/g, '_');

/** The anchor of a row in the page. Requirement ids contain a dot, so they do not collide with other ids of the page. */
export const anchorOf = ({ id, name, plan }: Row): string => slug(name === id ? id : `${id}.${plan}`);

/** The anchor of the first of these rows where its violation is shown. */
export const failureAnchor = ([row]: readonly Row[]): string => `failure-${row === undefined ? '' : anchorOf(row)}`;

/** A sentence with code in backticks. */
export function prose(text: string) {
  const parts = text.split('`');
  // An unpaired backtick is an ordinary character.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
