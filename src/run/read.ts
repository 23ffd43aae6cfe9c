import {
  type EndedTrace,
  isKind,
  type Journal,
  JournalError,
  joinLoads,
  parseRecord,
  readJournal,
} from '../exchange/index.ts';
import { bareEnd, bareHead } from './bare-k6.ts';

/** The complete lines of a journal, which can be iterated repeatedly, and its name in messages. */
export interface JournalLines {
  readonly name: string;
  readonly lines: Iterable<string>;
}

/** The trace of a run from the journal of its folder or of plain `k6 run`, and of further instances. Throws a JournalError. */
export function readTrace(journals: readonly JournalLines[]): EndedTrace {
  const headed = journals.filter((one) => naming([one], () => beginsWithHead(one)));
  const ordered = [...headed, ...journals.filter((one) => !headed.includes(one))];
  // Several k6 processes use the same instance names.
  const [main, ...rest] = ordered.map((one, number) =>
    naming([one], () => readJournal(one.lines, number === 0 ? '' : `${number}/`)),
  );
  if (main === undefined) throw new JournalError('no journals');
  return naming(journals, () => merged(main, rest));
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
    throw new JournalError('these journals are of two runs: judge each run separately');
  const journals = [main, ...rest];
  checkSameRun(journals);
  checkDistinctBursts(journals);
  const { exchanges, skips, waits } = main;
  const load = joinLoads(
    journals.flatMap((journal) => journal.load ?? []),
    exchanges.length,
  );
  if (main.head !== undefined)
    return { head: main.head, exchanges, skips, waits, end: main.end, ...(load === undefined ? {} : { load }) };
  if (load === undefined)
    throw new JournalError(
      'the journal has no head record: it ends in its first line, or it is not a journal of storecheck',
    );
  return { head: bareHead(load.notes), exchanges, skips, waits, end: bareEnd(load.notes), load };
}

/** Throws a JournalError if the journals belong to different runs or services. */
function checkSameRun(journals: readonly Journal[]): void {
  const seen = journals.flatMap(({ head, load }) => [
    ...(head === undefined ? [] : [{ run: head.run, baseUrl: head.target.baseUrl }]),
    ...(load?.processes ?? []).map(({ start }) => start.config),
  ]);
  for (const [what, values] of [
    ['runs', seen.map(({ run }) => run)],
    ['services', seen.map(({ baseUrl }) => baseUrl)],
  ] as const) {
    const different = [...new Set(values)];
    if (different.length > 1)
      throw new JournalError(`the journals have different ${what} (${different.join(', ')}): judge them separately`);
  }
}

/** Two bursts with the same label are two runs, a duplicate journal, or two keys of one name: merged, they would look like an exceeded limit. */
function checkDistinctBursts(journals: readonly Journal[]): void {
  const seen = new Set<string>();
  for (const { load } of journals) {
    const burst = (load?.processes ?? []).flatMap(({ start, lines }) =>
      start.config.experiments.flatMap(({ key }) => (lines.ofPhase(key, 'burst') > 0 ? [key] : [])),
    );
    const twice = burst.find((key) => seen.has(key));
    if (twice !== undefined)
      throw new JournalError(
        `two journals exhaust ${twice}: judge two runs separately; in one run, each key needs its own label`,
      );
    for (const key of burst) seen.add(key);
  }
}
