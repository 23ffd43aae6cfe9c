import { type Estimate, percent } from '../../capacity/index.ts';

const whole = (rps: number): string => (rps < 10 ? rps.toFixed(1) : String(Math.round(rps)));

/** A rate, short. */
export const rate = (rps: number): string => `${whole(rps)}/s`;

/** A rate in a sentence. */
export const aSecond = (rps: number): string => `${whole(rps)} requests per second`;

/** The name of a step: its share of the projected peak. */
export const levelName = (level: number): string => `${Math.round(level * 100)} %`;

/** Milliseconds without the unit, sensibly rounded. */
export const millis = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

/** A value with its 95 % interval; `?` if the upper end is unknown. */
export function interval({ value, from, to }: Estimate, show: (value: number) => string = millis): string {
  return `${show(value)} [${show(from)}–${to === null ? '?' : show(to)}]`;
}

/** Formats milliseconds, or an error rate. */
export const measured = (name: string, value: number): string =>
  name === 'errors' ? percent(value) : `${millis(value)} ms`;
