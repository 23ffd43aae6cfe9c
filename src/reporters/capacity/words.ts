import { type Estimate, percent } from '../../capacity/index.ts';

const whole = (rps: number): string => (rps < 10 ? rps.toFixed(1) : String(Math.round(rps)));

/** Requests a second, where there is little room. */
export const rate = (rps: number): string => `${whole(rps)}/s`;

/** The same in a sentence. */
export const aSecond = (rps: number): string => `${whole(rps)} a second`;

/** A step's name: what it offers, of the projected peak. */
export const levelName = (level: number): string => `${Math.round(level * 100)} %`;

/** Milliseconds without their unit, as precise as they are worth. */
export const millis = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

/** A value with its 95 % interval; `?` where too few were measured to say how high it may be. */
export function interval({ value, from, to }: Estimate, show: (value: number) => string = millis): string {
  return `${show(value)} [${show(from)}–${to === null ? '?' : show(to)}]`;
}

/** Milliseconds, or a share of the requests: whichever the name stands for. */
export const measured = (name: string, value: number): string =>
  name === 'errors' ? percent(value) : `${millis(value)} ms`;
