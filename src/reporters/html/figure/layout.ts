import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Figure } from './figure.ts';
import type { Point } from './series.ts';

/** Width of the view box; the figure scales to its container. */
export const WIDTH = 500;
export const LEFT = 40;
export const RIGHT = 488;

/** One of a plan's two figures: the burst, or the whole experiment with the values of the headers. */
export interface Scene {
  readonly kind: 'burst' | 'whole';
  readonly figure: Figure;
  readonly points: readonly Point[];
  readonly x: ScaleLinear<number, number>;
  /** Position and height of the two panels. */
  readonly tops: readonly [count: number, remaining: number];
  readonly panel: number;
  readonly height: number;
}

/** The burst up to its last response; undefined without a burst. */
export function burstScene(figure: Figure): Scene | undefined {
  const { burstEnd, points } = figure;
  if (burstEnd === undefined) return undefined;
  return {
    kind: 'burst',
    figure,
    points: points.filter(({ at }) => at <= burstEnd),
    x: scaleLinear([0, Math.max(burstEnd, 0.001) * 1.02], [LEFT, RIGHT]),
    tops: [26, 218],
    panel: 150,
    height: 420,
  };
}

/** From the first request to the last response. */
export function wholeScene(figure: Figure): Scene {
  const { points } = figure;
  // Later times are drawn as arrows.
  const until = Math.max(points.at(-1)?.at ?? 0, 0.001) * 1.02;
  return {
    kind: 'whole',
    figure,
    points,
    x: scaleLinear([0, until], [LEFT, RIGHT]),
    tops: [26, 164],
    panel: 98,
    height: 420,
  };
}

export const rounded = (value: number): number => Math.round(value * 10) / 10;
