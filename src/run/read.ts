import { type Journal, JournalError, type LoadRecord, ofKind, readJournal, type Trace } from '../exchange/index.ts';
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
  if (main.head === undefined && main.load.length === 0)
    throw new JournalError(
      texts[0] !== '' && texts[0]?.includes('\n') === false
        ? 'the journal ends inside its first line'
        : 'the journal has no head record',
    );
  tellStrangers(journals);
  tellDoublePush(journals);
  const load = renumbered(
    [main, ...rest].map(({ load: records }) => records),
    main.exchanges.length + 1,
  );
  const { exchanges, skips, waits } = main;
  const head = main.head ?? bareHead(load);
  const end = main.head === undefined ? bareEnd(load) : main.end;
  return { head, exchanges, skips, waits, end, ...(load.length === 0 ? {} : { load }) };
}

/** Every line of a journal is of its own run already; journals of other runs, or of another service, say nothing of this one. */
function tellStrangers(journals: readonly Journal[]): void {
  const told = journals.flatMap(({ head, load }) => [
    ...(head === undefined ? [] : [{ run: head.run, baseUrl: head.target.baseUrl }]),
    ...ofKind(load, 'start').map(({ config }) => config),
  ]);
  for (const [what, values] of [
    ['runs', told.map(({ run }) => run)],
    ['services', told.map(({ baseUrl }) => baseUrl)],
  ] as const) {
    const different = [...new Set(values)];
    if (different.length > 1)
      throw new JournalError(`the journals are of different ${what} (${different.join(', ')}): judge them one by one`);
  }
}

/**
 * Instances of one run push different keys. Two bursts with the same label are two runs, one journal given twice, or two keys of one
 * name: taken for one key, they would look like a limit that was passed.
 */
function tellDoublePush(journals: readonly Journal[]): void {
  const first = new Map<string, Journal>();
  for (const journal of journals)
    for (const record of journal.load) {
      if ('kind' in record || record.key === null || record.phase !== 'burst') continue;
      if ((first.get(record.key) ?? journal) !== journal)
        throw new JournalError(
          `two of the journals push ${record.key}: judge two runs one by one; in one run each key needs a label of its own`,
        );
      first.set(record.key, journal);
    }
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
