import type { KeyLabel } from '../exchange.ts';
import { isExchange, isKind, type JournalRecord } from '../records/journal-record.ts';

/** What a later walk over a journal wants of a line. */
export type LineUse = 'start' | 'exchange' | 'other exchange' | 'nothing' | 'beyond';

/** Remembers in a number what each line holds, so that a later walk need not parse those that nobody asks for. */
export interface LineMarks {
  readonly add: (record: JournalRecord) => void;
  /** Of the line with this index, counted from 0; `beyond`: it was not there. */
  readonly use: (index: number, keys: readonly KeyLabel[]) => LineUse;
}

const NOTHING = 0;
const START = 1;
/** And from here on a number for each key. */
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
