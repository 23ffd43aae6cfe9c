import { count } from '../text/count.ts';
import type { Measured } from './result-schema.ts';

/** A rate with one decimal below 100 and two digits below 1, so that the parts of a sum still add up. */
const rounded = (rps: number): string =>
  rps >= 100 ? count(Math.round(rps)) : String(rps >= 1 ? Number(rps.toFixed(1)) : Number(rps.toPrecision(2)));

export const rate = (rps: number): string => `${rounded(rps)}/s`;

export const perSecond = (rps: number): string => `${rounded(rps)} requests/s`;

/** The name of a step: its share of the projected peak. */
export const levelName = (level: number): string => `${Math.round(level * 100)} %`;

/** A value with its 95 % interval; `?` if too few were measured for an upper bound. */
export const interval = ({ value, from, to }: Measured, words: (value: number) => string): string =>
  `${words(value)} [${words(from)}–${to === null ? '?' : words(to)}]`;

/** Milliseconds without the unit. They have one decimal below 10, or if rounding would make them equal to the objective. */
export function millis(value: number, objective = Number.NaN): string {
  const isClose = value !== objective && Math.round(value) === Math.round(objective);
  return value < 10 || isClose ? value.toFixed(1) : String(Math.round(value));
}

export const ms = (value: number, objective?: number) => `${millis(value, objective)} ms`;

/** A share in percent, without the unit. */
export const percentDigits = (part: number): string => String(Number((part * 100).toPrecision(3)));
export const percent = (part: number) => `${percentDigits(part)} %`;
