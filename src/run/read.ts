import { JournalError, type LoadRecord, readJournal, type Trace } from '../exchange/index.ts';
import { bareEnd, bareHead } from './bare.ts';

/**
 * The trace of a run from its journals: the one of the run's folder, or what k6 wrote by itself (bare `k6 run`), with further
 * instances of the same run merged into it. Throws a JournalError where they do not belong together.
 */
export function readTrace(texts: readonly string[]): Trace {
  const journals = texts.map(readJournal);
  const [first, ...others] = journals;
  if (first === undefined) throw new JournalError('no journal was given');
  const main = journals.find(({ head }) => head !== undefined) ?? first;
  const rest = main === first ? others : journals.filter((journal) => journal !== main);
  const second = rest.find(({ head }) => head !== undefined);
  if (second !== undefined)
    throw new JournalError('two of the journals have a head: they are two runs, judge them one by one');
  const load = renumbered(
    [main, ...rest].map(({ load: records }) => records),
    main.exchanges.length,
  );
  const { exchanges, skips, waits } = main;
  const head = main.head ?? bareHead(load);
  const end = main.head === undefined ? bareEnd(load) : main.end;
  return { head, exchanges, skips, waits, end, ...(load.length === 0 ? {} : { load }) };
}

/** Each k6 process counts from 0 and names its VUs alike: both are made unique. The main journal's are so already. */
function renumbered(parts: readonly (readonly LoadRecord[])[], from: number): LoadRecord[] {
  let seq = from;
  return parts.flatMap((records, number) =>
    records.map((record): LoadRecord => {
      if (!('instance' in record)) return 'kind' in record ? record : { ...record, seq: seq++ };
      const instance = number === 0 ? record.instance : `${number}/${record.instance}`;
      return 'kind' in record ? { ...record, instance } : { ...record, instance, seq: seq++ };
    }),
  );
}
