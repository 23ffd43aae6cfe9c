import type { Row } from '../../result/summary/causes.ts';

/** The anchor of a row. Requirement ids contain a dot, so they do not collide with other ids of the page. */
export const anchorOf = ({ id, name, plan }: Pick<Row, 'id' | 'name' | 'plan'>): string =>
  slug(name === id ? id : `${id}.${plan}`);

export const planAnchor = (plan: string): string => `plan-${slug(plan)}`;
export const failureAnchor = (id: string): string => `failure-${slug(id)}`;

/** A safe HTML id. Our own names do not change; results.json is not trusted. */
export const slug = (text: string): string => text.slice(0, 100).replace(/[^\w.#-]/g, '_');

export const exchangeAnchor = (seq: number): string => `exchange-${seq}`;

/** `rate limit, free` for `limit, free`: `limit` is a parameter of lists, too. */
export const groupHeading = (group: string): string =>
  group.replace(/^limit, /, 'rate limit, ').replace(/^rate, /, 'rate headers, ');

/** The area of a requirement or a probe: the part before the first dot. */
export const areaOf = (id: string): string => slug(id.split('.', 1)[0] ?? id);
