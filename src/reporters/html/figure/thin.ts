import { rounded } from './layout.ts';

export type Dot = readonly [x: number, y: number];

/** Keeps at most four points per unit of width (first, lowest, highest, last), which draw the same line. */
export function thin(dots: readonly Dot[]): Dot[] {
  const kept: Dot[] = [];
  let column: Dot[] = [];
  const close = (): void => {
    const least = column.reduce((a, b) => (b[1] < a[1] ? b : a), column[0] ?? [0, 0]);
    const most = column.reduce((a, b) => (b[1] > a[1] ? b : a), column[0] ?? [0, 0]);
    const chosen = new Set([column[0], least, most, column.at(-1)]);
    kept.push(...column.filter((dot) => chosen.has(dot)));
    column = [];
  };
  for (const dot of dots) {
    if (column[0] !== undefined && Math.floor(dot[0]) !== Math.floor(column[0][0])) close();
    column.push(dot);
  }
  if (column.length > 0) close();
  return kept;
}

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
