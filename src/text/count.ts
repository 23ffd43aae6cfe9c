/** Groups thousands, independent of the locale: 1,200. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1 request`, `1,200 requests`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** `500 ms`, `125 s`, `21 min`, `2 h 5 min`. Rounded up, a time near 2 minutes would be half as long again. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  if (milliseconds < 180_000) return `${milliseconds / 1_000} s`;
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
