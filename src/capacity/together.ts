import type { Sample } from '../exchange/records/capacity-record.ts';
import { because, type Reason } from '../rules/outcome.ts';
import type { Together } from './result-schema.ts';

/** A pod of a cluster that did not end with exit code 0. */
export interface FailedPod {
  readonly instance: number;
  /** Its exit code, or else its state. */
  readonly how: string;
  /** The file that shows its state, events and last log lines. */
  readonly file: string;
}

export const podFailed = ({ instance, how, file }: FailedPod): Reason => because('pod-failed', { instance, how, file });

export interface Begun {
  readonly byService: Beginning | undefined;
  /** Milliseconds since 1970; NaN if its journal has no time. */
  readonly byOwnClock: number;
}

/** How far apart the instances began: by the service's clock, which they share, else by their own clocks. */
export function begunTogether(begun: readonly Begun[]): Pick<Together, 'apartMs' | 'clock'> {
  const shared = begun.flatMap(({ byService }) => byService ?? []);
  if (shared.length === begun.length) return { apartMs: Math.round(apart(shared)), clock: 'service' };
  const own = begun.map(({ byOwnClock }) => ({ from: byOwnClock, to: byOwnClock }));
  const apartMs = apart(own);
  return { apartMs: Number.isNaN(apartMs) ? null : Math.round(apartMs), clock: 'own' };
}

/** The planned rate is not reached until all instances send, so the warm-up must be longer than the time between their starts. */
export function tooFarApart({ apartMs, clock }: Pick<Together, 'apartMs' | 'clock'>, warmUpMs: number): Reason[] {
  if (apartMs === null || apartMs <= warmUpMs) return [];
  const shown = { apart: (apartMs / 1_000).toFixed(1), most: (warmUpMs / 1_000).toFixed(1) };
  return [because(clock === 'service' ? 'instances-apart' : 'instances-apart-by-own-clocks', shown)];
}

/** When a step began on one instance, in milliseconds since 1970: somewhere between these two. */
export interface Beginning {
  readonly from: number;
  readonly to: number;
}

/**
 * Tracks one instance's samples. Its start is the due time of its first request, by the service's clock. Each Date bounds the clock: the
 * service answered in that second, between sending and receipt. Clocks of several nodes may contradict each other.
 */
export function beginningReader() {
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  return {
    add: ({ n, due, sent, received, date }: Sample, period: number) => {
      if (date === undefined) return;
      const start = due - n * period;
      low = Math.max(low, date + start - received);
      high = Math.min(high, date + 1_000 + start - sent);
    },
    /** Undefined if no response had a Date. */
    beginning: (): Beginning | undefined =>
      Number.isFinite(low) ? { from: Math.min(low, high), to: Math.max(low, high) } : undefined,
  };
}

/** Maximum distance between the starts of instances, in milliseconds. */
export function apart(beginnings: readonly Beginning[]): number {
  const most = beginnings.flatMap(({ to }, one) =>
    beginnings.map(({ from }, other) => (one === other ? 0 : to - from)),
  );
  return Math.max(0, ...most);
}
