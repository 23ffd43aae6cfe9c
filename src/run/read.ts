import {
  type EndedTrace,
  isKind,
  type Journal,
  JournalError,
  joinLoads,
  parseRecord,
  readJournal,
} from '../exchange/index.ts';
import { bareEnd, bareHead } from './bare.ts';

/** A journal's whole lines, which can be walked through again, and the name by which a problem is told. */
export interface JournalLines {
  readonly name: string;
  readonly lines: Iterable<string>;
}

/**
 * The trace of a run from its journals: the one of the run's folder, or what k6 wrote by itself (bare `k6 run`), with further
 * instances of the same run merged into it. Throws a JournalError where one does not read, or where they do not belong together.
 */
export function readTrace(given: readonly JournalLines[]): EndedTrace {
  const headed = given.filter((one) => naming([one], () => beginsWithHead(one)));
  const ordered = [...headed, ...given.filter((one) => !headed.includes(one))];
  // Instances of several k6 processes are named alike.
  const [main, ...rest] = ordered.map((one, number) =>
    naming([one], () => readJournal(one.lines, number === 0 ? '' : `${number}/`)),
  );
  if (main === undefined) throw new JournalError('no journal was given');
  return naming(given, () => merged(main, rest));
}

function beginsWithHead({ lines }: JournalLines): boolean {
  const [first] = lines;
  return first !== undefined && isKind(parseRecord(first, 1), 'head');
}

function naming<T>(journals: readonly JournalLines[], read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof JournalError)) throw cause;
    throw new JournalError(`${journals.map(({ name }) => name).join(', ')}: ${cause.message}`, { cause });
  }
}

function merged(main: Journal, rest: readonly Journal[]): EndedTrace {
  if (rest.some(({ head }) => head !== undefined))
    throw new JournalError('two of the journals have a head: they are two runs, judge them one by one');
  const journals = [main, ...rest];
  tellStrangers(journals);
  tellDoublePush(journals);
  const { exchanges, skips, waits } = main;
  const load = joinLoads(
    journals.flatMap((journal) => journal.load ?? []),
    exchanges.length,
  );
  if (main.head !== undefined)
    return { head: main.head, exchanges, skips, waits, end: main.end, ...(load === undefined ? {} : { load }) };
  if (load === undefined)
    throw new JournalError(
      'the journal has no head record: it ends inside its first line, or something else than storecheck wrote it',
    );
  return { head: bareHead(load.notes), exchanges, skips, waits, end: bareEnd(load.notes), load };
}

/** Every line of a journal is of its own run already; journals of other runs, or of another service, say nothing of this one. */
function tellStrangers(journals: readonly Journal[]): void {
  const told = journals.flatMap(({ head, load }) => [
    ...(head === undefined ? [] : [{ run: head.run, baseUrl: head.target.baseUrl }]),
    ...(load?.processes ?? []).map(({ start }) => start.config),
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
  const told = new Set<string>();
  for (const { load } of journals) {
    const burst = (load?.processes ?? []).flatMap(({ start, lines }) =>
      start.config.experiments.flatMap(({ key }) => (lines.ofPhase(key, 'burst') > 0 ? [key] : [])),
    );
    const twice = burst.find((key) => told.has(key));
    if (twice !== undefined)
      throw new JournalError(
        `two of the journals push ${twice}: judge two runs one by one; in one run each key needs a label of its own`,
      );
    for (const key of burst) told.add(key);
  }
}
