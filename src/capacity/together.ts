import { apart, type Beginning } from './beginning.ts';
import type { Together } from './result-schema.ts';

/** What one instance knows of its beginning. */
export interface Begun {
  readonly byService: Beginning | undefined;
  /** Milliseconds since 1970; NaN where its journal does not say. */
  readonly byOwnClock: number;
}

/** How far apart they began. The service's clock is the only one that they share; without it theirs are taken as they are. */
export function begunTogether(begun: readonly Begun[]): Pick<Together, 'apartMs' | 'clock'> {
  const shared = begun.flatMap(({ byService }) => byService ?? []);
  if (shared.length === begun.length) return { apartMs: Math.round(apart(shared)), clock: 'service' };
  const own = begun.map(({ byOwnClock }) => ({ from: byOwnClock, to: byOwnClock }));
  const apartMs = apart(own);
  return { apartMs: Number.isNaN(apartMs) ? null : Math.round(apartMs), clock: 'own' };
}

/** While some instances warm up and others measure, the rate is not yet what was planned: the warm-up must cover it. */
export function tooFarApart({ apartMs, clock }: Pick<Together, 'apartMs' | 'clock'>, warmUpMs: number): string[] {
  if (apartMs === null || apartMs <= warmUpMs) return [];
  const by = clock === 'service' ? "by the service's clock" : 'by their own clocks, since the service named no Date';
  return [
    `the instances began up to ${(apartMs / 1_000).toFixed(1)} s apart, ${by}; only the ${(warmUpMs / 1_000).toFixed(1)} s of the warm-up may lie between`,
  ];
}
