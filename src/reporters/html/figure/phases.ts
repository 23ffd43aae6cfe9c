import type { Fate, Point } from './series.ts';

/** One phase of the experiment in numbers: the text alternative of the figure. */
export interface Phase {
  from: number;
  to: number;
  readonly counts: Record<Fate, number>;
  /** The lowest Remaining; undefined if there is none. */
  remaining: number | undefined;
}

/** The first of two requests of the recovery at Reset: it is sent if Reset is later than a window after the burst. */
const WINDOW_OVER = 'window-over';

/** The lists before the first request that counts. */
export const KEY_IN_USE = 'key-in-use';

/** Counts a stream of points in the order of their responses. */
export function phaseCounter() {
  const phases = new Map<string, Phase>();
  const see = ({ phase, sent, at, fate, remaining }: Omit<Point, 'admitted'>): void => {
    const earlier = phases.get(phase);
    if (earlier !== undefined && phase === 'recovery-reset') {
      phases.delete(phase);
      phases.set(WINDOW_OVER, earlier);
    }
    const known = phases.get(phase) ?? { from: sent, to: at, counts: none(), remaining: undefined };
    phases.set(phase, known);
    known.from = Math.min(known.from, sent);
    known.to = at;
    known.counts[fate] += 1;
    if (!Number.isNaN(remaining)) known.remaining = Math.min(known.remaining ?? remaining, remaining);
  };
  return { see, all: () => [...phases].map(([name, phase]) => ({ name, ...phase })) };
}

const none = (): Record<Fate, number> => ({ admitted: 0, refused: 0, other: 0, lost: 0 });
