import type { Exchange } from '../../exchange/exchange.ts';
import { lineCounter } from '../../exchange/journal/line-counts.ts';
import { missing } from '../../exchange/journal/missing-lines.ts';
import type { K6Problem } from '../../exchange/records/k6-problem.ts';
import type { Experiment, Held, K6Record, K6Wait, Start } from '../../exchange/records/load-record.ts';
import { parseK6Record } from './parse.ts';

/** The content of a k6 journal, complete or not. */
export interface K6Journal {
  readonly start: Start | null;
  readonly exchanges: readonly Exchange[];
  readonly waits: readonly K6Wait[];
  readonly held: readonly Held[];
  readonly experiments: readonly Experiment[];
  /** Whether every request of every experiment provably has its record. */
  readonly complete: boolean;
  readonly problems: readonly K6Problem[];
}

/** Collects a journal line by line. */
export interface Collector {
  readonly add: (line: string) => K6Record | null;
  readonly journal: (rest: string) => K6Journal;
}

export function collector(): Collector {
  let start: Start | null = null;
  const exchanges: Exchange[] = [];
  const waits: K6Wait[] = [];
  const held: Held[] = [];
  const experiments: Experiment[] = [];
  const counts = lineCounter();
  const damaged: number[] = [];
  let lines = 0;

  const add = (line: string): K6Record | null => {
    lines += 1;
    const record = parseK6Record(line);
    if (record === null) damaged.push(lines);
    else if (!('kind' in record)) {
      exchanges.push(record);
      counts.see(record);
    } else if (record.kind === 'start') start = record;
    else if (record.kind === 'wait') waits.push(record);
    else if (record.kind === 'held') {
      held.push(record);
      counts.see(record);
    }
    // The caller gets them; a step has too many to keep twice.
    else if (record.kind === 'experiment') experiments.push(record);
    return record;
  };

  const journal = (rest: string): K6Journal => {
    const problems: K6Problem[] = missing({ start, lines: counts, experiments });
    const complete = problems.length === 0;
    if (damaged.length > 0)
      problems.push({ kind: 'damaged', message: `invalid records in line ${damaged.slice(0, 5).join(', ')}` });
    if (rest !== '') problems.push({ kind: 'cut', message: `the journal is cut off in line ${lines + 1}` });
    return { start, exchanges, waits, held, experiments, complete, problems };
  };
  return { add, journal };
}

/** Reads a saved journal. Never throws: a truncated one is read up to the cut, and is incomplete. */
export function readK6Journal(text: string): K6Journal {
  const { add, journal } = collector();
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  for (const line of lines) add(line);
  return journal(rest);
}
