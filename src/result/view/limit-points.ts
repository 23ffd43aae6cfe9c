import { groupBy } from '../../exchange/group.ts';
import { isOfBurst, phaseName } from '../../exchange/phases.ts';
import { type DecidedRequest, isRefused, retryAfterOf } from '../../limiter/evidence/requests.ts';
import { count } from '../../text/number-text.ts';
import type { PlanLimits } from '../result.ts';
import type { Table } from './capacity-blocks.ts';

/** One request of a figure; times in seconds since the first request that counts, on our clock. */
export type Point = ReturnType<typeof pointsOf>[number];

/** The requests of the last attempt with a burst, since its last calibration, in the order of their responses. */
export function pointsOf(all: readonly DecidedRequest[], { windowSeconds, clockOffsetMs }: PlanLimits) {
  const burst = all.findLastIndex(({ phase }) => isOfBurst(phase));
  const start = all.findLastIndex(({ phase }, index) => phase === 'calibrate' && (burst < 0 || index < burst));
  const next = all.findIndex(({ phase }, index) => phase === 'calibrate' && burst >= 0 && index > burst);
  const counted = all.slice(Math.max(0, start), next < 0 ? undefined : next);
  const zero = counted[0]?.sent ?? 0;
  // By the middle of the clock offset.
  const serverZero = zero + (clockOffsetMs === null ? 0 : (clockOffsetMs.from + clockOffsetMs.to) / 2);
  const admitted: number[] = [];
  let first = 0;
  return counted
    .toSorted((a, b) => a.received - b.received)
    .map((request) => {
      const { phase, sent, received, decision, remaining, reset } = request;
      const at = (received - zero) / 1_000;
      if (decision === 'admitted') admitted.push(at);
      while ((admitted[first] ?? at) <= at - windowSeconds) first += 1;
      const retry = isRefused(request) ? retryAfterOf(request) : undefined;
      const date = retry?.kind === 'date' ? (retry.at - serverZero) / 1_000 : Number.NaN;
      const until = retry?.kind === 'seconds' ? at + retry.seconds : date;
      return {
        phase,
        sent: (sent - zero) / 1_000,
        at,
        /** other: an unexpected response, or none. */
        decision: decision === 'admitted' || decision === 'refused' ? decision : ('other' as const),
        /** NaN without the header. */
        remaining: remaining ?? Number.NaN,
        /** NaN without a moment. */
        reset: (reset ?? Number.NaN) - serverZero / 1_000,
        /** The Retry-After of a refusal. */
        wait: Number.isNaN(until) ? '' : `${Math.round(until - at)} s`,
        /** Admitted requests in the window before its response. */
        admitted: admitted.length - first,
      };
    });
}

/** The phases of the experiment in numbers: the text alternative of the figure. */
export function phasesTable(points: readonly Point[]): Table {
  const rows = [...groupBy(points, ({ phase }) => phase)].map(([phase, own]) => {
    const of = (decision: Point['decision']) => count(own.filter((point) => point.decision === decision).length);
    const rising = (member: 'sent' | 'remaining' | 'reset') =>
      own.flatMap((point) => (Number.isNaN(point[member]) ? [] : [point[member]])).toSorted((a, b) => a - b);
    const resets = rising('reset').map((at) => at.toFixed(1));
    return [
      phaseName(phase),
      ...[rising('sent')[0], own.at(-1)?.at].map((at = 0) => at.toFixed(3)),
      ...[of('admitted'), of('refused'), of('other')],
      String(rising('remaining')[0] ?? 'missing'),
      [...new Set([resets[0], resets.at(-1)])].join(' to ') || '–',
      [...new Set(own.map(({ wait }) => wait))].filter(Boolean).slice(0, MAX_WAITS).join(', ') || '–',
    ];
  });
  return [['step', 'from', 'to', 'admitted', 'refused', 'other', 'lowest Remaining', 'Reset', 'Retry-After'], ...rows];
}

const MAX_WAITS = 4;
