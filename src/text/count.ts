import { grouped } from './template.ts';

/** Groups thousands: 1,200. */
export const count = (value: number): string => grouped(String(value));

/** `1 request`, `1,200 requests`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
