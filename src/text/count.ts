/** Groups thousands, independent of the locale: 1,200. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1 request`, `1,200 requests`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
