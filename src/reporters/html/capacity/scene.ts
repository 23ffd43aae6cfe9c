import { type ScaleLinear, type ScaleLogarithmic, scaleLinear, scaleLog } from 'd3-scale';
import { QUANTILES, stated } from '../../../capacity/index.ts';
import type { CapacityNumbers } from '../../../result/result.ts';
import { rate } from '../../capacity/words.ts';

/** Units of a drawing; it is scaled to the width it is given. */
export const WIDTH = 500;
export const HEIGHT = 370;
export const LEFT = 48;
/** Room for the names of the lines at their ends. */
export const RIGHT = 458;
/** Above it stand the title and the names of the peaks. */
export const TOP = 78;
/** Below it stand the steps. */
export const BOTTOM = 316;

/** A projected peak that is marked. */
export interface Peak {
  readonly words: string;
  readonly rps: number;
}

/** What both drawings share. */
export interface Scene {
  readonly x: ScaleLinear<number, number>;
  /** In rising order. */
  readonly peaks: readonly Peak[];
}

/** Undefined where nothing was offered. */
export function sceneOf({ steps, projection }: CapacityNumbers): Scene | undefined {
  if (steps.length === 0) return undefined;
  const most = Math.max(projection.busier.rps, ...steps.map(({ rps }) => rps));
  return {
    x: scaleLinear([0, most * 1.06], [LEFT, RIGHT]),
    peaks: peaksOf(projection),
  };
}

function peaksOf({ before, after, busier }: CapacityNumbers['projection']): Peak[] {
  const isChanged = before.rps !== after.rps;
  const named = [
    ...(isChanged ? [{ name: 'today', rps: before.rps }] : []),
    { name: isChanged ? 'after the change' : 'peak', rps: after.rps },
    { name: 'a fifth busier', rps: busier.rps },
  ];
  return named.map(({ name, rps }) => ({ words: `${name} ${rate(rps)}`, rps })).sort((a, b) => a.rps - b.rps);
}

/** Latencies span decades, from the median of an idle service to the p99 of one that falls over: a logarithmic scale. */
export function latencyScale({ steps, objectives }: CapacityNumbers): ScaleLogarithmic<number, number> {
  const values = [
    ...stated(objectives).map(({ ms }) => ms),
    ...steps.flatMap(({ latency }) => QUANTILES.flatMap(({ name }) => [latency[name].from, latency[name].to ?? 0])),
  ].filter((value) => value > 0);
  // Where nothing was answered and no latency has an objective, nothing is drawn.
  const [least, most] = values.length === 0 ? [1, 10] : [Math.min(...values), Math.max(...values)];
  return scaleLog([least / 1.4, most * 1.4], [BOTTOM, TOP]).clamp(true);
}
