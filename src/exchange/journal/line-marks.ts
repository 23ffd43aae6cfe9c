import type { KeyLabel } from '../exchange.ts';
import { isExchange, isKind, type JournalRecord } from '../records/journal-record.ts';

/** The content of a line, for later iterations. */
export type LineUse = 'start' | 'exchange' | 'other exchange' | 'nothing' | 'beyond';

/** Stores the content of each line as a number, so that later iterations parse only the lines that they need. */
export interface LineMarks {
  readonly add: (record: JournalRecord) => void;
  /** The content of the line with this index, from 0; `beyond`: the line did not exist. */
  readonly use: (index: number, keys: readonly KeyLabel[]) => LineUse;
}

const NOTHING = 0;
const START = 1;
/** Numbers from here on identify keys. */
const KEYLESS = 2;

export function lineMarks(): LineMarks {
  const marks: number[] = [];
  const keys = new Map<string | null, number>([[null, KEYLESS]]);
  const markOf = (record: JournalRecord): number => {
    if (isKind(record, 'start')) return START;
    if (!isExchange(record) || record.recorder !== 'k6') return NOTHING;
    const known = keys.get(record.key) ?? KEYLESS + keys.size;
    keys.set(record.key, known);
    return known;
  };
  return {
    add: (record) => marks.push(markOf(record)),
    use: (index, wanted) => {
      const mark = marks[index];
      if (mark === undefined) return 'beyond';
      if (mark === NOTHING) return 'nothing';
      if (mark === START) return 'start';
      return wanted.length === 0 || wanted.some((key) => keys.get(key) === mark) ? 'exchange' : 'other exchange';
    },
  };
}
