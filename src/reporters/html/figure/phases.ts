import type { Point } from './figure.ts';
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
  burst: 'Burst',
  'top-up': 'Top-up',
  operations: 'Other operations',
  'half-window': 'Half a window later',
  'recovery-retry-after': 'After Retry-After',
  'recovery-reset': 'At Reset',
  sustain: 'Sustained',
  daily: 'The day',
  ban: 'Insisting',
};

export function phasesOf(points: readonly Point[]): Phase[] {
  const names = [...new Set(points.map(({ phase }) => phase))];
  return names.map((name) => {
    const own = points.filter(({ phase }) => phase === name);
    const said = own.map(({ remaining }) => remaining).filter((value) => !Number.isNaN(value));
    const [first] = said;
    const last = said.at(-1);
    const of = (fate: Fate) => own.filter((point) => point.fate === fate).length;
    return {
      name,
      from: own.reduce((least, { sent }) => Math.min(least, sent), Number.POSITIVE_INFINITY),
      to: own.at(-1)?.at ?? 0,
      counts: { admitted: of('admitted'), refused: of('refused'), other: of('other'), lost: of('lost') },
      remaining: first === undefined || last === undefined ? undefined : [first, last],
    };
  });
}
