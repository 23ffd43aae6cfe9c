import { JournalError, parseRecord } from '../../exchange/journal/journal.ts';
import { loadReader, missing } from '../../exchange/journal/load.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { isExchange } from '../../exchange/records/journal-record.ts';
import type { K6Record } from '../../exchange/records/load-record.ts';
import { type K6Problem, k6Problem } from '../../text/k6.ts';

/** What a k6 journal shows, complete or not. */
export interface K6Journal {
  readonly exchanges: readonly Exchange[];
  /** Whether every request of every experiment provably has its record. */
  readonly complete: boolean;
  readonly problems: readonly K6Problem[];
}

/** Reads a k6 journal line by line. `add` returns null for a line that is not a record; `rest` is an incomplete last line, or empty. */
export function journalReader() {
  const exchanges: Exchange[] = [];
  const { see, load } = loadReader();
  const damaged: number[] = [];
  let lines = 0;

  const add = (line: string): K6Record | null => {
    lines += 1;
    const record = parseK6Record(line, lines);
    if (record === null) damaged.push(lines);
    else see(record);
    if (record !== null && isExchange(record)) exchanges.push(record);
    return record;
  };

  const end = (rest: string): K6Journal => {
    const problems: K6Problem[] = missing(load(() => exchanges)?.processes[0]);
    const complete = problems.length === 0;
    if (damaged.length > 0) problems.push(k6Problem('damaged', 'records-invalid', { lines: damaged.slice(0, 5) }));
    if (rest !== '') problems.push(k6Problem('cut', 'line-cut', { line: lines + 1 }));
    return { exchanges, complete, problems };
  };
  return { add, end };
}

/** Parses a line of a k6 journal; null if it is not a record, which is reported. */
function parseK6Record(line: string, number: number): K6Record | null {
  try {
    return parseRecord(line, number) as K6Record;
  } catch (error) {
    if (error instanceof JournalError) return null;
    throw error;
  }
}
