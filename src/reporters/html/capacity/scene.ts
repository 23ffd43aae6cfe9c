import { type ScaleLogarithmic, scaleLinear, scaleLog } from 'd3-scale';
import { QUANTILES, stated } from '../../../capacity/objectives.ts';
import type { CapacityNumbers } from '../../../result/result.ts';
import { rate } from '../../capacity/words.ts';
import { WIDTH } from '../figure/chart.tsx';
import { rounded } from '../figure/layout.ts';

export const HEIGHT = 390;
export const LEFT = 48;
/** Space for the labels of the lines. */
export const RIGHT = 458;
/** Top of the plot, below the title and the peaks. */
export const TOP = 93;
/** Bottom of the plot, above the steps. */
export const BOTTOM = 316;

/** The scale of the load, with the projected peaks and the knee. */
export type Scene = Exclude<ReturnType<typeof sceneOf>, undefined>;

/** Undefined if nothing was sent. */
export function sceneOf({ steps, projection, knee }: CapacityNumbers) {
  if (steps.length === 0) return undefined;
  const most = Math.max(projection.busier.rps, ...steps.map(({ rps }) => rps));
  const x = scaleLinear([0, most * 1.06], [LEFT, RIGHT]);
  const loads = [...peaksOf(projection), ...(knee === null ? [] : [{ name: 'knee', rps: knee }])]
    .sort((a, b) => a.rps - b.rps)
    .map(({ name, rps }) => ({ words: `${name} ${rate(rps)}`, at: rounded(x(rps)) }));
  return { x, loads: placed(loads) };
}

function peaksOf({ before, after, busier }: CapacityNumbers['projection']) {
  const isChanged = before.rps !== after.rps;
  return [
    ...(isChanged ? [{ name: 'today', rps: before.rps }] : []),
    { name: isChanged ? 'after the change' : 'peak', rps: after.rps },
    { name: '+20 % active', rps: busier.rps },
  ];
}

/** A vertical line with its label. */
interface Load {
  readonly words: string;
  /** Of the line. */
  readonly at: number;
  /** The upper end of the line. */
  readonly top: number;
  readonly label: { readonly x: number; readonly y: number; readonly side: 'start' | 'end' };
}

const LINE = 15;
/** Widest character of a label. */
const CHARACTER = 7;
const GAP = 5;

/**
 * Places the labels so that no line crosses one. With all labels left of their lines, the leftmost is the lowest; with all on the right,
 * the rightmost. If neither has room, the lines begin below all labels.
 */
function placed(loads: readonly Pick<Load, 'words' | 'at'>[]): Load[] {
  const fits = (side: Load['label']['side']) =>
    loads.every(({ words, at }) => {
      const width = words.length * CHARACTER + GAP;
      return side === 'end' ? at - width >= LEFT : at + width <= WIDTH;
    });
  const side = (['end', 'start'] as const).find(fits);
  return loads.map(({ words, at }, index) => {
    const own = side ?? (at > (LEFT + RIGHT) / 2 ? 'end' : 'start');
    const level = own === 'end' ? index : loads.length - 1 - index;
    const y = TOP - 6 - LINE * level;
    return {
      words,
      at,
      top: side === undefined ? TOP : y - 9,
      label: { x: own === 'end' ? at - GAP : at + GAP, y, side: own },
    };
  });
}

/** A logarithmic scale, because latencies span decades. */
export function latencyScale({ steps, objectives }: CapacityNumbers): ScaleLogarithmic<number, number> {
  const values = [
    ...stated(objectives).map(({ ms }) => ms),
    ...steps.flatMap(({ latency }) => QUANTILES.flatMap(({ name }) => [latency[name].from, latency[name].to ?? 0])),
  ].filter((value) => value > 0);
  // Draws nothing without responses and latency objectives.
  const [least, most] = values.length === 0 ? [1, 10] : [Math.min(...values), Math.max(...values)];
  return scaleLog([least / 1.4, most * 1.4], [BOTTOM, TOP]).clamp(true);
}
