import { scaleLinear } from 'd3-scale';
import type { Figure } from './figure.ts';

export const LEFT = 40;
export const RIGHT = 488;

/** The time up to which the axis is wider: the end of the burst. */
const MIDDLE = 240;
/** The share of the complete time from which a burst needs no wider axis. */
const LONG = 0.3;

/** Position and height of the two panels. */
export const TOPS = [26, 164] as const;
export const PANEL = 98;
export const HEIGHT = 420;

export type Scene = ReturnType<typeof sceneOf>;

/** The time axis of a figure. The burst takes a second of a minute, so it gets a wider part of it. */
export function sceneOf(figure: Figure) {
  const { burstEnd = 0, points } = figure;
  const until = Math.max(points.at(-1)?.at ?? 0, 0.001) * 1.02;
  const isWider = burstEnd > 0 && burstEnd < LONG * until;
  const x = isWider ? scaleLinear([0, burstEnd, until], [LEFT, MIDDLE, RIGHT]) : scaleLinear([0, until], [LEFT, RIGHT]);
  const early = scaleLinear().domain([0, burstEnd]).ticks(3);
  const late = scaleLinear().domain([burstEnd, until]).ticks(3);
  return { figure, x, ticks: isWider ? [...early, ...late.filter((at) => x(at) > MIDDLE + 20)] : x.ticks(5), isWider };
}

export const rounded = (value: number): number => Math.round(value * 10) / 10;

export type Dot = readonly [x: number, y: number];

/** Distinct dots as one path with round line ends. */
export function dotsPath(dots: readonly Dot[]): string {
  return places(dots)
    .map(([x, y]) => `M${x} ${y}h0`)
    .join('');
}

export function crossesPath(dots: readonly Dot[]): string {
  return places(dots)
    .map(([x, y]) => `M${rounded(x - 3.5)} ${rounded(y - 3.5)}l7 7m0-7l-7 7`)
    .join('');
}

export function diamondsPath(dots: readonly Dot[]): string {
  return places(dots)
    .map(([x, y]) => `M${x} ${rounded(y - 5)}l5 5l-5 5l-5-5z`)
    .join('');
}

function places(dots: readonly Dot[]): Dot[] {
  const byPlace = new Map(
    dots.map(([x, y]): [string, Dot] => [`${Math.round(x * 2)} ${Math.round(y * 2)}`, [rounded(x), rounded(y)]]),
  );
  return [...byPlace.values()];
}
