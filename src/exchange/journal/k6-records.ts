import { count, plural } from '../../text/number-text.ts';
import type { Exchange } from '../records/exchange-record.ts';
import { isExchange, isKind, ofKind } from '../records/journal-record.ts';
import type { Closing, Held, K6Problem, LoadEnd, LoadRecord, Start } from '../records/load-record.ts';
import type { KeyLabel } from '../records/types.ts';
import type { EndedTrace } from '../trace.ts';

/** A record of k6 that is kept while a journal is read; exchanges, held requests and samples are too many. */
type KeptRecord = Exclude<LoadRecord, Exchange | Held | { readonly kind: 'sample' | 'lag' }>;

/**
 * The records of k6 in a run. Each iteration of the exchanges of a journal reads the file again, because there may be a million. A live run
 * keeps its own.
 */
export interface K6Records extends K6RecordsPart {
  readonly processes: readonly K6Process[];
}

interface K6RecordsPart {
  readonly kept: readonly KeptRecord[];
  /** The exchanges of these keys in order; without keys, all exchanges. */
  readonly exchanges: (...keys: readonly KeyLabel[]) => Iterable<Exchange>;
}

/** The records of one k6 process, from its start record to the next one. */
export interface K6Process extends K6RecordsPart {
  readonly start: Start;
  readonly lines: LineCounts;
}

export interface RunTrace extends EndedTrace {
  /** Absent if k6 was not started. */
  readonly load?: K6Records;
}

/** All exchanges, of the client and then of k6; can be iterated repeatedly. */
export function exchangesOf({ exchanges, load }: Pick<RunTrace, 'exchanges' | 'load'>): Iterable<Exchange> {
  return {
    *[Symbol.iterator]() {
      yield* exchanges;
      if (load !== undefined) yield* load.exchanges();
    },
  };
}

export const loadEnds = ({ load }: RunTrace): LoadEnd[] => ofKind(load?.kept ?? [], 'load-end');

/** Iterates over the records from the beginning. It may skip all records but starts and the exchanges of these keys. */
type RecordSource = (keys: readonly KeyLabel[]) => Iterable<LoadRecord>;

export function k6RecordsOf(records: readonly LoadRecord[]): K6Records | undefined {
  const { add, build } = k6RecordReader();
  records.forEach(add);
  return build(() => records);
}

export function k6RecordReader() {
  const kept: KeptRecord[] = [];
  const processes: { start: Start; kept: KeptRecord[]; lines: LineCounts }[] = [];
  let seen = 0;
  const add = (record: LoadRecord): void => {
    seen += 1;
    if (isKind(record, 'start')) processes.push({ start: record, kept: [], lines: lineCounter() });
    const current = processes.at(-1);
    // Samples are judged as a stream (capacity).
    if (isKind(record, 'sample') || isKind(record, 'lag')) return;
    if (isExchange(record) || isKind(record, 'held')) current?.lines.add(record);
    else for (const list of [kept, current?.kept]) list?.push(record);
  };
  /** The collected records, with exchanges from a source that can be iterated again; undefined without records. */
  const build = (source: RecordSource): K6Records | undefined => {
    if (seen === 0) return undefined;
    return {
      kept,
      processes: processes.map((one, number) => ({ ...one, exchanges: exchangesIn(source, number) })),
      exchanges: exchangesIn(source),
    };
  };
  return { add, build };
}

/** @param only the number of the process whose exchanges are returned, from 0; without it, those of every process */
const exchangesIn = (source: RecordSource, only?: number): K6RecordsPart['exchanges'] =>
  function* (...keys) {
    let number = -1;
    for (const record of source(keys)) {
      if (isKind(record, 'start')) number += 1;
      if (only !== undefined && number > only) return;
      if (!isExchange(record) || number !== (only ?? number)) continue;
      if (keys.length === 0 || (record.key !== null && keys.includes(record.key))) yield record;
    }
  };

export const recordsOfProcesses = (processes: readonly K6Process[]): K6Records => ({
  kept: processes.flatMap(({ kept }) => kept),
  processes,
  *exchanges(...keys) {
    for (const one of processes) yield* one.exchanges(...keys);
  },
});

/** Counts of the journal lines of one k6 process, to compare with its closing records. */
type LineCounts = ReturnType<typeof lineCounter>;

function lineCounter() {
  const recorders = new Map<string, number>();
  const phases = new Map<string, number>();
  const last = new Map<string | null, Exchange>();
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    add: (line: Exchange | Held): void => {
      const { key, phase = '', instance: name = '' } = line;
      add(phases, `${key} ${phase}`);
      if ('kind' in line) return;
      add(recorders, name);
      last.set(key, line);
    },
    ofRecorder: (name: string): number => recorders.get(name) ?? 0,
    /** Exchanges and held requests of one key in one phase. */
    ofPhase: (key: string, phase: string): number => phases.get(`${key} ${phase}`) ?? 0,
    last: (key: string): Exchange | undefined => last.get(key),
  };
}

/** The last exchange with a key, in whichever process. */
export const lastExchange = (key: KeyLabel, { processes }: K6Records): Exchange | undefined =>
  processes.flatMap(({ lines }) => lines.last(key) ?? []).at(-1);

const incomplete = (message: string): K6Problem => ({ kind: 'incomplete', message });

/** The gap of a k6 process without a start record. */
export const NOTHING_SENT = incomplete('the journal has no first record: k6 sent nothing');

/**
 * The gaps in the records of a k6 process. If k6 is killed, requests in flight reach the server but get no line. So an experiment is
 * complete only with its closing record and with exactly as many lines as that says.
 */
export const gapsOfProcess = (recorded: K6Process): K6Problem[] =>
  recorded.start.config.experiments.flatMap(({ key }) => gapsOfKey(key, recorded));

export const closingsOf = (key: KeyLabel, { kept }: Pick<K6RecordsPart, 'kept'>): Closing[] =>
  ofKind(kept, 'experiment').filter((closing) => closing.key === key);

export function gapsOfKey(key: KeyLabel, { start, lines, kept }: K6Process): K6Problem[] {
  const closings = closingsOf(key, { kept });
  const isClosed = closings.some(({ role, stopped }) => role !== 'prepare' || stopped !== undefined);
  if (!isClosed) return [incomplete(`${key}: the experiment has no closing record`)];
  const problems = closings.flatMap(({ instance: name, sent }) => {
    const found = lines.ofRecorder(name);
    if (sent === null || sent === found) return [];
    return [incomplete(`${key}: ${name} sent ${plural(sent, 'request')}, but ${count(found)} are in the journal`)];
  });
  // Requests that a capacity step could not send are measured, not missing.
  const paced = start.script === 'capacity' ? undefined : closings.find(({ role }) => role === 'paced');
  const recorded = lines.ofPhase(key, start.script);
  if (paced !== undefined && recorded !== paced.planned)
    problems.push(incomplete(`${key}: only ${recorded} of ${paced.planned} paced requests are in the journal`));
  return problems;
}
