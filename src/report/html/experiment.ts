import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { type Reading, reader } from '../../limiter/evidence/reading.ts';
import type { PlanLimits } from '../../result/result.ts';

/** One request of a figure; times in seconds since the first request that counts. */
export interface Point {
  readonly phase: string;
  readonly sent: number;
  readonly at: number;
  /** other: an unexpected response, or none. */
  readonly fate: 'admitted' | 'refused' | 'other';
  /** NaN without the header. */
  readonly remaining: number;
  /** On the server's clock; NaN without a moment. */
  readonly reset: number;
  /** Admitted requests in the window before its response. */
  readonly admitted: number;
}

/** These have too many requests for a figure, and their own sentences. */
const PACED: readonly (string | undefined)[] = ['sustain', 'daily'];

/** Collects k6's requests by key. A calibration after a burst begins a confirmation attempt. */
export function experimentCollector() {
  const byKey = new Map<string, Reading[][]>();
  // The numbers of any limit are drawn, also those of the day.
  const read = reader({ perDay: 0, perWindow: 0 });
  const see = (exchange: Exchange): void => {
    const { recorder, key, phase } = exchange;
    if (recorder !== 'k6' || key === null || PACED.includes(phase)) return;
    const attempts = byKey.get(key) ?? [];
    byKey.set(key, attempts);
    const last = attempts.at(-1);
    if (last === undefined || (phase === 'calibrate' && last.some(isOfBurst))) attempts.push([read(exchange)]);
    else last.push(read(exchange));
  };
  /** The last burst of a plan's first key; second keys have none. */
  const of = (plan: string): readonly Reading[] => {
    const attempts = [...byKey].filter(([key]) => key.startsWith(`${plan}#`)).flatMap(([, own]) => own);
    return attempts.findLast((one) => one.some(isOfBurst)) ?? attempts[0] ?? [];
  };
  return { see, of };
}

const isOfBurst = ({ phase }: Reading) => phase === 'burst' || phase === 'top-up';

/** The requests since the last calibration before the burst, in the order of their responses. */
export function pointsOf(all: readonly Reading[], windowSeconds: PlanLimits['windowSeconds']): Point[] {
  const burst = all.findIndex(isOfBurst);
  const start = all.findLastIndex(({ phase }, index) => phase === 'calibrate' && (burst < 0 || index < burst));
  const counted = all.slice(Math.max(0, start));
  const zero = counted[0]?.sent ?? 0;
  const admitted: number[] = [];
  let first = 0;
  return counted
    .toSorted((a, b) => a.received - b.received)
    .map(({ phase, sent, received, fate, remaining, reset }): Point => {
      const at = (received - zero) / 1_000;
      if (fate === 'admitted') admitted.push(at);
      while ((admitted[first] ?? at) <= at - windowSeconds) first += 1;
      return {
        phase,
        sent: (sent - zero) / 1_000,
        at,
        fate: fate === 'admitted' || fate === 'refused' ? fate : 'other',
        remaining: remaining ?? Number.NaN,
        reset: (reset ?? Number.NaN) - zero / 1_000,
        admitted: admitted.length - first,
      };
    });
}

/** The phases of the experiment in numbers: the text alternative of the figure. */
export function phasesOf(points: readonly Point[]) {
  return [...new Set(points.map(({ phase }) => phase))].map((phase) => {
    const own = points.filter((point) => point.phase === phase);
    const of = (fate: Point['fate']) => own.filter((point) => point.fate === fate).length;
    return {
      phase,
      from: own.reduce((low, { sent }) => Math.min(low, sent), Number.POSITIVE_INFINITY),
      to: own.at(-1)?.at ?? 0,
      admitted: of('admitted'),
      refused: of('refused'),
      other: of('other'),
      /** The lowest; Infinity without the header. */
      remaining: own.reduce(
        (low, { remaining }) => (Number.isNaN(remaining) ? low : Math.min(low, remaining)),
        Infinity,
      ),
    };
  });
}
