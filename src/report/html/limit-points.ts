import { groupBy } from '../../exchange/journal/group.ts';
import type { Reading } from '../../limiter/evidence/reading.ts';
import type { PlanLimits } from '../../result/result.ts';
import type { Table } from '../../result/view/capacity-blocks.ts';
import { count } from '../../text/count.ts';
import { isOfBurst, phaseName } from '../../text/phases.ts';
import { capital } from './prose.tsx';

/** One request of a figure; times in seconds since the first request that counts. */
export type Point = ReturnType<typeof pointsOf>[number];

/** The requests of the last attempt with a burst, since its last calibration, in the order of their responses. */
export function pointsOf(all: readonly Reading[], windowSeconds: PlanLimits['windowSeconds']) {
  const burst = all.findLastIndex(({ phase }) => isOfBurst(phase));
  const start = all.findLastIndex(({ phase }, index) => phase === 'calibrate' && (burst < 0 || index < burst));
  const next = all.findIndex(({ phase }, index) => phase === 'calibrate' && burst >= 0 && index > burst);
  const counted = all.slice(Math.max(0, start), next < 0 ? undefined : next);
  const zero = counted[0]?.sent ?? 0;
  const admitted: number[] = [];
  let first = 0;
  return counted
    .toSorted((a, b) => a.received - b.received)
    .map(({ phase, sent, received, fate, remaining, reset }) => {
      const at = (received - zero) / 1_000;
      if (fate === 'admitted') admitted.push(at);
      while ((admitted[first] ?? at) <= at - windowSeconds) first += 1;
      return {
        phase,
        sent: (sent - zero) / 1_000,
        at,
        /** other: an unexpected response, or none. */
        fate: fate === 'admitted' || fate === 'refused' ? fate : ('other' as const),
        /** NaN without the header. */
        remaining: remaining ?? Number.NaN,
        /** On the server's clock; NaN without a moment. */
        reset: (reset ?? Number.NaN) - zero / 1_000,
        /** Admitted requests in the window before its response. */
        admitted: admitted.length - first,
      };
    });
}

/** The phases of the experiment in numbers: the text alternative of the figure. */
export function phasesTable(points: readonly Point[]): Table {
  const rows = [...groupBy(points, ({ phase }) => phase)].map(([phase, own]) => {
    const of = (fate: Point['fate']) => count(own.filter((point) => point.fate === fate).length);
    const lowest = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), Infinity);
    const remaining = lowest(own.map((point) => point.remaining).filter((value) => !Number.isNaN(value)));
    return [
      capital(phaseName(phase)),
      lowest(own.map(({ sent }) => sent)).toFixed(3),
      (own.at(-1)?.at ?? 0).toFixed(3),
      ...[of('admitted'), of('refused'), of('other')],
      remaining === Infinity ? 'missing' : String(remaining),
    ];
  });
  return [['step', 'from', 'to', 'admitted', 'refused', 'other', 'lowest Remaining'], ...rows];
}
