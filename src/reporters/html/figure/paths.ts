import { rounded } from './layout.ts';

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
