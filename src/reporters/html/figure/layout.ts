import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Figure } from './figure.ts';
import type { Point } from './point.ts';

/** Units of the drawing; it is scaled to the width it is given. */
export const WIDTH = 500;
export const LEFT = 40;
export const RIGHT = 488;

/** One of a plan's two drawings: the burst from near, or the whole experiment with what the headers promised. */
export interface Scene {
  readonly kind: 'burst' | 'whole';
  readonly figure: Figure;
  readonly points: readonly Point[];
  readonly x: ScaleLinear<number, number>;
  /** Where the two panels begin, and how high they are. */
  readonly tops: readonly [count: number, remaining: number];
  readonly panel: number;
  readonly height: number;
}

/** Up to the burst's last answer; undefined where none was sent. */
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
  // Promises beyond the end are arrows.
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
