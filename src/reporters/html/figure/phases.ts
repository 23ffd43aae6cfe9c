import type { Point } from './point.ts';
import type { Fate } from './series.ts';

/** One phase of the experiment in numbers: the figure's alternative in text. */
export interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly counts: Readonly<Record<Fate, number>>;
  /** The first and the last that was said; undefined where none was. */
  readonly remaining: readonly [first: number, last: number] | undefined;
}

export const PHASE_WORDS: Readonly<Record<string, string>> = {
  calibrate: 'First request',
  'second-key': 'In turns with another key',
  'each-operation': 'Each operation twice',
  burst: 'Burst',
  'top-up': 'Top-up',
  operations: 'Other operations',
  'half-window': 'Half a window later',
  'before-reset': 'Just before Reset',
  'recovery-retry-after': 'After Retry-After',
  'recovery-reset': 'At Reset',
  sustain: 'Sustained',
  daily: 'The day',
  ban: 'Insisting',
};

/** Counts points as they come, in the order of their answers. */
export function phaseCounter(): { see: (point: Point) => void; all: () => Phase[] } {
  const phases = new Map<string, { from: number; to: number; counts: Record<Fate, number>; said: number[] }>();
  const see = ({ phase, sent, at, fate, remaining }: Point): void => {
    const known = phases.get(phase) ?? { from: sent, to: at, counts: none(), said: [] };
    phases.set(phase, known);
    known.from = Math.min(known.from, sent);
    known.to = at;
    known.counts[fate] += 1;
    if (!Number.isNaN(remaining)) known.said = [known.said[0] ?? remaining, remaining];
  };
  const all = (): Phase[] =>
    [...phases].map(([name, { said, ...phase }]) => {
      const [first, last] = said;
      return { name, ...phase, remaining: first === undefined || last === undefined ? undefined : [first, last] };
    });
  return { see, all };
}

const none = (): Record<Fate, number> => ({ admitted: 0, refused: 0, other: 0, lost: 0 });
