/** Thousands apart: 1,200. Not by locale: a report is the same everywhere, and a locale takes 12 ms to load. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 request`, `1,200 requests`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
