import type { ComponentChildren } from 'preact';
import { INK } from './ink.ts';
import { rounded } from './layout.ts';

interface ChartProps {
  readonly id: string;
  readonly title: string;
  /** The text alternative. */
  readonly description: string;
  readonly height: number;
  readonly children: ComponentChildren;
}

/** Width of the view box; a drawing scales to its container. */
export const WIDTH = 500;

/** A drawing with its text alternative. */
export function Chart({ id, title, description, height, children }: ChartProps) {
  return (
    <svg
      class="drawing"
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={WIDTH}
      height={height}
      font-family="system-ui, sans-serif"
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{description}</desc>
      {children}
    </svg>
  );
}

interface GridProps {
  readonly left: number;
  readonly right: number;
  readonly lines: readonly { readonly y: number; readonly words: string }[];
}

/** Horizontal lines with their values. */
export function Grid({ left, right, lines }: GridProps) {
  return lines.map(({ y, words }) => (
    <g key={words}>
      <line x1={left} x2={right} y1={rounded(y)} y2={rounded(y)} {...INK.grid} />
      <text x={left - 6} y={rounded(y + 4)} text-anchor="end" {...INK.label}>
        {words}
      </text>
    </g>
  ));
}
