import { apart, type Beginning } from './beginning.ts';
import type { Together } from './result-schema.ts';

/** When one instance began. */
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
export function tooFarApart({ apartMs, clock }: Pick<Together, 'apartMs' | 'clock'>, warmUpMs: number): string[] {
  if (apartMs === null || apartMs <= warmUpMs) return [];
  const by = clock === 'service' ? "by the service's clock" : 'by their own clocks, because the service sent no Date';
  return [
    `the instances began up to ${(apartMs / 1_000).toFixed(1)} s apart ${by}; at most the warm-up of ${(warmUpMs / 1_000).toFixed(1)} s is allowed`,
  ];
}
