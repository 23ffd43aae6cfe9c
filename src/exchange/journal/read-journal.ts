import type { Exchange, KeyLabel } from '../exchange.ts';
import { isKind, type JournalRecord } from '../records/journal-record.ts';
import type { LoadRecord } from '../records/load-record.ts';
import type { End, Head, Skip, Wait } from '../records/run-record.ts';
import type { EndedTrace } from '../trace.ts';
import { JournalError, parseRecord } from './journal.ts';
import { type LineMarks, lineMarks } from './line-marks.ts';
import { loadReader } from './load.ts';

/** A journal before it is asked whose it is. What k6 sent is numbered from 1. */
export interface Journal extends Omit<EndedTrace, 'head'> {
  /** Absent in what k6 wrote by itself, without our driver. */
  readonly head: Head | undefined;
}

/**
 * Reads a journal line by line, and checks every line: one that does not read throws a JournalError. What k6 sent is not kept, but read
 * from the lines again whenever it is asked for. They are whole lines: where the last one was cut off by a crash, it is left out, and
 * there is no `end`. `process` is set before the names of instances, since each k6 process names them alike.
 */
export function readJournal(lines: Iterable<string>, process = ''): Journal {
  let head: Head | undefined;
  let end: End | null = null;
  let run: string | undefined;
  const [exchanges, skips, waits]: [Exchange[], Skip[], Wait[]] = [[], [], []];
  const { see, load } = loadReader();
  const marks = lineMarks();
  let number = 0;
  for (const line of lines) {
    number += 1;
    const record = parseRecord(line, number);
    if (end !== null)
      throw new JournalError(`line ${number}: a record after the closing one; two journals in one file?`);
    run ??= isKind(record, 'head') ? record.run : isKind(record, 'start') ? record.config.run : undefined;
    checkRun(record, run);
    marks.add(record);
    if (isOfLoad(record)) see(ofProcess(record, process));
    else if (!('kind' in record)) exchanges.push(record);
    else if (record.kind === 'head') {
      if (number > 1) throw new JournalError(`line ${number}: a head behind other lines; two journals in one file?`);
      head = record;
    } else if (record.kind === 'skip') skips.push(record);
    else if (record.kind === 'wait') waits.push(record);
    else if (record.kind === 'end') end = record;
  }
  const loaded = load((keys) => readAgain(lines, marks, keys, process));
  return { head, exchanges, skips, waits, end, ...(loaded === undefined ? {} : { load: loaded }) };
}

function* readAgain(
  lines: Iterable<string>,
  marks: LineMarks,
  keys: readonly KeyLabel[],
  process: string,
): Generator<LoadRecord> {
  let [index, seq] = [0, 0];
  for (const line of lines) {
    const use = marks.use(index, keys);
    index += 1;
    if (use === 'beyond') return;
    if (use === 'start') yield JSON.parse(line) as LoadRecord;
    if (use === 'exchange' || use === 'other exchange') seq += 1;
    if (use === 'exchange') yield { ...ofProcess(JSON.parse(line) as Exchange, process), seq };
  }
}

const ofProcess = <R extends LoadRecord>(record: R, process: string): R =>
  process !== '' && 'instance' in record && typeof record.instance === 'string'
    ? { ...record, instance: `${process}${record.instance}` }
    : record;

const LOAD_KINDS = ['start', 'held', 'experiment', 'load-end', 'sample', 'lag', 'capacity'];

/** k6's waits name the phase of the experiment; the client knows no phases of that kind. */
function isOfLoad(record: JournalRecord): record is LoadRecord {
  if (!('kind' in record)) return record.recorder === 'k6';
  return LOAD_KINDS.includes(record.kind) || 'phase' in record;
}

function checkRun(record: JournalRecord, run: string | undefined): void {
  if (run === undefined || !('run' in record) || record.run === run) return;
  const what = 'seq' in record ? `exchange ${record.seq}` : 'an experiment';
  throw new JournalError(`${what} belongs to run ${record.run}, the head to ${run}`);
}
