import type { Exchange } from '../records/exchange-record.ts';
import type { Held } from '../records/load-record.ts';

/** Counts of a k6 process's lines, for comparison with its closing records. */
export type LineCounts = ReturnType<typeof lineCounter>;

/** Phases that may send a million requests: their lines are only counted. */
const PACED = ['sustain', 'daily', 'capacity'];

export function lineCounter() {
  const instances = new Map<string, { paced: number; seqs: Set<number> }>();
  const phases = new Map<string, number>();
  const last = new Map<string | null, Exchange>();
  let [exchanges, held] = [0, 0];
  return {
    see: (line: Exchange | Held): void => {
      const { key, phase = '', instance = '' } = line;
      phases.set(`${key} ${phase}`, (phases.get(`${key} ${phase}`) ?? 0) + 1);
      if ('kind' in line) {
        held += 1;
        return;
      }
      exchanges += 1;
      const known = instances.get(instance) ?? { paced: 0, seqs: new Set() };
      if (PACED.includes(phase)) known.paced += 1;
      else known.seqs.add(line.seq);
      instances.set(instance, known);
      last.set(key, line);
    },
    exchanges: () => exchanges,
    /** Planned requests that were not sent after too many refusals. */
    held: () => held,
    /** Exchanges of one instance, each number once. */
    ofInstance: (instance: string): number => {
      const { paced = 0, seqs } = instances.get(instance) ?? {};
      return paced + (seqs?.size ?? 0);
    },
    /** Exchanges and held requests of one key in one phase. */
    ofPhase: (key: string, phase: string): number => phases.get(`${key} ${phase}`) ?? 0,
    last: (key: string): Exchange | undefined => last.get(key),
  };
}
