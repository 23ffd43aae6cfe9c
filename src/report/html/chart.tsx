import type { ComponentChildren } from 'preact';
import type { Status } from '../../result/view/rows.ts';

const DATA = 'light-dark(#0a6fa8, #58b4e8)';
const FAILED = 'var(--failed, #c2330f)';
const OPEN = 'var(--inconclusive, #6b3fa0)';
const CARD = 'var(--card, #ffffff)';
const SOFT = 'var(--soft, #4b5563)';
const TEXT = 'var(--ink, #1f2937)';

/** Presentation attributes of the figures: the colours of page.css, or fixed ones on pages without a style sheet (Jenkins). */
export const INK = {
  grid: { stroke: SOFT, 'stroke-opacity': 0.25, 'stroke-width': 1 },
  axis: { stroke: SOFT, 'stroke-width': 1 },
  window: { fill: 'light-dark(#f1f3f6, #2d3847)' },
  edge: { stroke: SOFT, 'stroke-width': 1, 'stroke-dasharray': '1 3' },
  plan: { stroke: TEXT, 'stroke-width': 1.5, 'stroke-dasharray': '5 5', fill: 'none' },
  area: { fill: DATA, 'fill-opacity': 0.16 },
  over: { class: 'f-over', fill: FAILED, 'fill-opacity': 0.35 },
  line: { stroke: DATA, 'stroke-width': 2, fill: 'none' },
  dots: { stroke: DATA, 'stroke-width': 4 },
  mark: { fill: DATA, stroke: CARD, 'stroke-width': 1 },
  hollow: { fill: CARD, stroke: SOFT, 'stroke-width': 1.5 },
  refused: { class: 'f-refused', stroke: FAILED, 'stroke-width': 2 },
  other: { stroke: OPEN, 'stroke-width': 2, fill: CARD },
  reset: { stroke: OPEN, 'stroke-width': 1.5, 'stroke-dasharray': '2 4' },
  icon: { fill: 'none', stroke: 'currentColor', 'stroke-width': 2 },
  title: { fill: TEXT, 'font-size': 13, 'font-weight': 600 },
  label: { fill: SOFT, 'font-size': 12, 'text-anchor': 'middle' },
  halo: { fill: TEXT, 'font-size': 12, stroke: CARD, 'stroke-width': 4, 'paint-order': 'stroke' },
} as const;
const ROUND = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;

/** The width of the view box, and the left and right end of the plot in it. A drawing scales to its container. */
const WIDTH = 500;
export const LEFT = 44;
export const RIGHT = 470;

export const rounded = (value: number): number => Math.round(value * 10) / 10;

interface ChartProps extends Readonly<Record<'id' | 'title', string>> {
  readonly height: number;
  readonly children: ComponentChildren;
}

export function Chart({ id, title, height, children }: ChartProps) {
  return (
    <svg
      class="drawing"
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={WIDTH}
      height={height}
      font-family="system-ui, sans-serif"
      {...ROUND}
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>The table below has its numbers.</desc>
      {labelAt(title, 14, 0, INK.title)}
      {children}
    </svg>
  );
}

/** A text that is centred at `x`, by default in the middle of the plot. */
export const labelAt = (words: string, y: number, x = (LEFT + RIGHT) / 2, ink: object = INK.label) => (
  <text x={rounded(x)} y={rounded(y)} {...ink}>
    {words}
  </text>
);

/** Horizontal lines with their values at the left. */
export const grid = (lines: readonly (readonly [y: number, words: string])[]) =>
  lines.map(([y, words]) => [
    <line key={words} x1={LEFT} x2={RIGHT} y1={rounded(y)} y2={rounded(y)} {...INK.grid} />,
    labelAt(words, y + 4, LEFT - 6, { ...INK.label, 'text-anchor': 'end' }),
  ]);

export type Dot = readonly [x: number, y: number];

/** The dots without those at the same place. So a drawing remains small even for a million requests. */
export function distinct(dots: readonly Dot[]): Dot[] {
  const places = dots.map(([x, y]) => [`${Math.round(x * 2)} ${Math.round(y * 2)}`, [rounded(x), rounded(y)]] as const);
  return [...new Map<string, Dot>(places).values()];
}

export function shapesAt(dots: readonly Dot[], shape: 'dot' | 'cross' | 'circle' | 'diamond' | 'square'): string {
  const draw = {
    dot: ([x, y]: Dot) => `M${x} ${y}h0`,
    cross: ([x, y]: Dot) => `M${rounded(x - 3.5)} ${rounded(y - 3.5)}l7 7m0-7l-7 7`,
    circle: ([x, y]: Dot) => `M${rounded(x - 4)} ${y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z`,
    square: ([x, y]: Dot) => `M${rounded(x - 4)} ${rounded(y - 4)}h8v8h-8z`,
    diamond: ([x, y]: Dot) => `M${x} ${rounded(y - 5)}l5 5l-5 5l-5-5z`,
  }[shape];
  return distinct(dots).map(draw).join('');
}

const SHAPES = {
  passed: 'M3.5 8.5l3 3 6-7',
  failed: 'M4 4l8 8M12 4l-8 8',
  warning: 'M8 3.5v5.5M8 12.4v.2',
  inconclusive: 'M5.6 6a2.4 2.4 0 1 1 3.6 2.1C8.3 8.6 8 9 8 9.8M8 12.6v.2',
  waived: 'M3.5 8.5l3 3 6-7M3 14h10',
  skipped: 'M3 8h2M7.5 8h1M11 8h2',
  'not-applicable': 'M4 8h8',
  info: 'M2 8s2.3-4 6-4 6 4 6 4-2.3 4-6 4-6-4-6-4zM8 7.6v.8',
} as const satisfies Record<Status, string>;

type IconProps = { readonly status: Status } & Readonly<Partial<Record<'size' | 'x' | 'y', number>>>;

/** The icon of a status. It stands next to the word of the status, so that color is never the only sign. */
export function Icon({ status, size = 16, ...place }: IconProps) {
  return (
    <svg class={`icon ${status}`} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" {...place}>
      <path d={SHAPES[status]} {...INK.icon} {...ROUND} />
    </svg>
  );
}
