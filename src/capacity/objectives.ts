import type { Objectives } from '../exchange/records/capacity-record.ts';
import { requestsForQuantile, requestsForShare } from './statistics/estimate.ts';

export const QUANTILES = [
  { name: 'p50', p: 0.5, objective: 'p50Ms' },
  { name: 'p95', p: 0.95, objective: 'p95Ms' },
  { name: 'p99', p: 0.99, objective: 'p99Ms' },
] as const;

export type QuantileName = (typeof QUANTILES)[number]['name'];

export function stated(
  objectives: Objectives,
): { readonly name: QuantileName; readonly p: number; readonly ms: number }[] {
  return QUANTILES.flatMap(({ name, p, objective }) => {
    const ms = objectives[objective];
    return ms === undefined ? [] : [{ name, p, ms }];
  });
}

export const objectiveTexts = (objectives: Objectives) => ({
  latency: stated(objectives)
    .map(({ name, ms }) => `${name} ≤ ${ms} ms`)
    .join(', '),
  errors: `an error rate of at most ${Number((objectives.errorShare * 100).toPrecision(12))} %`,
});

/** The number of requests that can prove all objectives, and the objective that needs the most. */
export function requestsToProve(objectives: Objectives): { readonly requests: number; readonly what: string } {
  const needs = [
    ...stated(objectives).map(({ name, p }) => ({ what: name as string, requests: requestsForQuantile(p) })),
    { what: `an error rate of ${objectives.errorShare * 100} %`, requests: requestsForShare(objectives.errorShare) },
  ];
  return needs.reduce((most, need) => (need.requests > most.requests ? need : most));
}

/** Maximum lateness of timers in a healthy generator, in milliseconds. */
const SMALLEST_LAG_MS = 10;

/** Maximum lateness as a share of the smallest objective: a later generator measures itself. */
const SHARE_OF_OBJECTIVE = 0.1;

/** Maximum p99 of the generator's lateness, in milliseconds. */
export function toleratedLag(objectives: Objectives): number {
  return Math.max(SMALLEST_LAG_MS, SHARE_OF_OBJECTIVE * Math.min(...stated(objectives).map(({ ms }) => ms)));
}
