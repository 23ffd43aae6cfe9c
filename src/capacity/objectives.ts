import type { Objectives } from '../exchange/records/capacity-record.ts';
import { percent } from '../text/number-text.ts';
import { requestsForQuantile, requestsForShare } from './statistics.ts';

export const QUANTILES = [
  { name: 'p50', p: 0.5, objective: 'p50Ms' },
  { name: 'p95', p: 0.95, objective: 'p95Ms' },
  { name: 'p99', p: 0.99, objective: 'p99Ms' },
] as const;

export type QuantileName = (typeof QUANTILES)[number]['name'];

export function latencyObjectives(objectives: Objectives) {
  return QUANTILES.flatMap(({ name, p, objective }) => {
    const ms = objectives[objective];
    return ms === undefined ? [] : [{ name, p, ms }];
  });
}

export const objectiveTexts = (objectives: Objectives) => ({
  latency: latencyObjectives(objectives)
    .map(({ name, ms }) => `${name} ≤ ${ms} ms`)
    .join(', '),
  errors: `an error rate of at most ${percent(objectives.errorShare)}`,
});

/** The number of requests that can prove all objectives, and the objective that needs so many. */
export function requestsToProve(objectives: Objectives): { readonly requests: number; readonly what: string } {
  const needs = [
    ...latencyObjectives(objectives).map(({ name, p }) => ({ what: name as string, requests: requestsForQuantile(p) })),
    { what: `an error rate of ${percent(objectives.errorShare)}`, requests: requestsForShare(objectives.errorShare) },
  ];
  return needs.reduce((most, need) => (need.requests > most.requests ? need : most));
}

/** Milliseconds of lateness that are always tolerated, because timers of a healthy generator can be this late. */
const MIN_TOLERATED_LAG_MS = 10;

/** Maximum lateness as a share of the smallest objective. With a later generator, latencies show the generator, not the service. */
const SHARE_OF_OBJECTIVE = 0.1;

/** The maximum p99 of the generator's lateness, in milliseconds. */
export const toleratedLag = (objectives: Objectives): number =>
  Math.max(MIN_TOLERATED_LAG_MS, SHARE_OF_OBJECTIVE * Math.min(...latencyObjectives(objectives).map(({ ms }) => ms)));
