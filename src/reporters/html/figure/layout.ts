import { scaleLinear } from 'd3-scale';
import type { Figure } from './figure.ts';
import { visiblePoints } from './visible.ts';

export const LEFT = 40;
export const RIGHT = 488;

/** One of a plan's two figures: the burst up to its last response, or the complete experiment with the values of the headers. */
export type Scene = ReturnType<typeof sceneOf>;

export function sceneOf(figure: Figure, kind: 'burst' | 'whole') {
  const { burstEnd = 0, points } = figure;
  // Later times are drawn as arrows.
  const until = kind === 'burst' ? burstEnd : (points.at(-1)?.at ?? 0);
  const [tops, panel] = kind === 'burst' ? ([[26, 218], 150] as const) : ([[26, 164], 98] as const);
  const x = scaleLinear([0, Math.max(until, 0.001) * 1.02], [LEFT, RIGHT]);
  const { see, kept } = visiblePoints((at) => Math.floor(x(at)));
  for (const point of points) if (point.at <= until) see(point);
  return {
    kind,
    figure,
    points: kept(),
    x,
    /** Position and height of the two panels. */
    tops,
    panel,
    height: 420,
  };
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
