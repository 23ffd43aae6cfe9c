import { milliseconds } from '../../config/units.ts';
import type { Problems } from '../console/problems.ts';

const MOST = 999_999_999;

/** Reads an integer in a range (inclusive), or adds a problem; undefined if nothing was typed. */
export function wholeNumber(text: string, option: string, problems: Problems, from?: number, to?: number): number;
export function wholeNumber(text: string | undefined, option: string, problems: Problems): number | undefined;
export function wholeNumber(text: string | undefined, option: string, problems: Problems, from = 1, to = MOST) {
  if (text === undefined) return undefined;
  const value = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to))
    problems.add(
      `${option}: ${JSON.stringify(text)} is not a whole number from ${from}${to === MOST ? '' : ` to ${to}`}`,
    );
  return value;
}

/** Reads seconds above 0, with fractions; undefined if nothing was typed. */
export function seconds(text: string, option: string, problems: Problems): number;
export function seconds(text: string | undefined, option: string, problems: Problems): number | undefined;
export function seconds(text: string | undefined, option: string, problems: Problems) {
  if (text === undefined) return undefined;
  const value = /^\d+(\.\d+)?s?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (!(value > 0 && value <= 86_400))
    problems.add(`${option}: ${JSON.stringify(text)} is not a number of seconds above 0 and up to 86400`);
  return value;
}

/** Reads `500ms`, `60s`, `2m`, `1h` or a number of seconds as milliseconds, above 0 and up to a day. */
export function duration(text: string | undefined, option: string, problems: Problems): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}(\.\d{1,3})? ?(ms|s|m|h)?$/.test(text) ? milliseconds(text) : Number.NaN;
  if (!(value > 0 && value <= 86_400_000))
    problems.add(
      `${option}: ${JSON.stringify(text)} is not a duration above 0 and up to a day, e.g. 500ms, 60s, 2m, 1h`,
    );
  return value;
}

export function isoDate(text: string, option: string, problems: Problems): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text)
    problems.add(`${option}: ${JSON.stringify(text)} is not a date (YYYY-MM-DD)`);
  return text;
}
