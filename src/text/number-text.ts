/** Groups thousands, independent of the locale: 1,200. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1 request`, `1,200 requests`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** `500 ms`, `125 s`, `21 min`, `2 h 5 min`. Seconds up to 3 min: rounding 121 s up to 3 min would overstate it by half. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  if (milliseconds < 180_000) return `${milliseconds / 1_000} s`;
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A rate with one decimal below 100 and two digits below 1, so that the parts of a sum still add up. */
const rounded = (rps: number): string =>
  rps >= 100 ? count(Math.round(rps)) : String(rps >= 1 ? Number(rps.toFixed(1)) : Number(rps.toPrecision(2)));

export const rateText = (rps: number): string => `${rounded(rps)}/s`;

export const perSecond = (rps: number): string => `${rounded(rps)} requests/s`;

/** Milliseconds without the unit. They have one decimal below 10, or if rounding would make them equal to the objective. */
export function msDigits(value: number, objective = Number.NaN): string {
  const isClose = value !== objective && Math.round(value) === Math.round(objective);
  return value < 10 || isClose ? value.toFixed(1) : String(Math.round(value));
}

export const msText = (value: number, objective?: number) => `${msDigits(value, objective)} ms`;

/** A share in percent, without the unit. */
export const percentDigits = (part: number): string => String(Number((part * 100).toPrecision(3)));
export const percent = (part: number) => `${percentDigits(part)} %`;
