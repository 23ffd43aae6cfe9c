import { VALIDATORS } from '../../../generated/journal.js';
import type { Exchange } from '../records/exchange-record.ts';
import { isExchange, isKind, type JournalRecord } from '../records/journal-record.ts';
import type { LoadRecord } from '../records/load-record.ts';
import type { End, Head, Skip, Wait } from '../records/run-record.ts';
import type { KeyLabel } from '../records/schema.ts';
import type { EndedTrace } from '../trace.ts';
import { loadReader } from './load.ts';

/** A journal that cannot be read. The message names the line. */
export class JournalError extends Error {
  override readonly name = 'JournalError' as const;
}

/** Parses one line of a journal. Throws a JournalError with its number. */
export function parseRecord(line: string, number: number): JournalRecord {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch (cause) {
    throw new JournalError(`line ${number} is not JSON`, { cause });
  }
  if (typeof record !== 'object' || record === null || !('v' in record))
    throw new JournalError(`line ${number} is not a journal record`);
  if (record.v !== 1)
    throw new JournalError(
      `line ${number} has version ${JSON.stringify(record.v)}, but this storecheck reads version 1: update it`,
    );
  const problem = recordProblem(record);
  if (problem !== undefined) throw new JournalError(`line ${number}: ${problem}`);
  return record as JournalRecord;
}

function recordProblem(record: object): string | undefined {
  const kind = 'kind' in record ? record.kind : 'exchange';
  const validate = VALIDATORS.get(kind);
  if (validate === undefined) return `unknown kind ${JSON.stringify(kind)}`;
  if (validate(record)) return undefined;
  const [error] = validate.errors ?? [];
  return `${kind}${error?.instancePath ?? ''} ${error?.message ?? 'is malformed'}`;
}

/**
 * Reads and validates a journal line by line. An invalid line throws a JournalError. Exchanges of k6 are not kept, but read
 * again when needed, and numbered from 1. An incomplete last line after a crash is skipped, and there is no `end`.
 */
export function readJournal(lines: Iterable<string>): EndedTrace {
  let head: Head | undefined;
  let end: End | null = null;
  let run: string | undefined;
  const [exchanges, skips, waits]: [Exchange[], Skip[], Wait[]] = [[], [], []];
  const { see, load } = loadReader();
  const marks: LineMark[] = [];
  const markOf = lineMarker();
  let number = 0;
  for (const line of lines) {
    number += 1;
    const record = parseRecord(line, number);
    if (end !== null)
      throw new JournalError(`line ${number}: a record after the closing record; the file may contain two journals`);
    run ??= isKind(record, 'head') ? record.run : isKind(record, 'start') ? record.config.run : undefined;
    checkRun(record, run);
    marks.push(markOf(record));
    if (isOfLoad(record)) see(record);
    else if (!('kind' in record)) exchanges.push(record);
    else if (record.kind === 'head') {
      if (number > 1)
        throw new JournalError(`line ${number}: a head after other lines; the file may contain two journals`);
      head = record;
    } else if (record.kind === 'skip') skips.push(record);
    else if (record.kind === 'wait') waits.push(record);
    else if (record.kind === 'end') end = record;
  }
  const loaded = load((keys) => readAgain(lines, marks, keys));
  if (head === undefined)
    throw new JournalError(
      'the journal has no head record: it ends in its first line, or it is not a journal of storecheck',
    );
  return { head, exchanges, skips, waits, end, ...(loaded === undefined ? {} : { load: loaded }) };
}

/** What a line holds for later iterations: the key of an exchange of k6 (null if it had none), a start, or nothing for them. */
type LineMark = KeyLabel | null | typeof START | undefined;

const START = Symbol('start');

/** Equal labels of its marks are one string: there may be a million. */
function lineMarker(): (record: JournalRecord) => LineMark {
  const labels = new Map<KeyLabel, KeyLabel>();
  return (record) => {
    if (isKind(record, 'start')) return START;
    if (!isExchange(record) || record.recorder !== 'k6') return undefined;
    const { key } = record;
    if (key === null) return null;
    const label = labels.get(key) ?? key;
    labels.set(label, label);
    return label;
  };
}

/** The starts and the exchanges of these keys, or of all. Parses no other line. */
function* readAgain(
  lines: Iterable<string>,
  marks: readonly LineMark[],
  keys: readonly KeyLabel[],
): Generator<LoadRecord> {
  let index = 0;
  for (const line of lines) {
    // The file may have grown.
    if (index >= marks.length) return;
    const mark = marks[index];
    index += 1;
    if (mark === START) yield JSON.parse(line) as LoadRecord;
    if (mark === START || mark === undefined) continue;
    if (keys.length === 0 || (mark !== null && keys.includes(mark))) yield JSON.parse(line) as Exchange;
  }
}

const LOAD_KINDS = ['start', 'held', 'experiment', 'load-end', 'sample', 'lag', 'capacity'];

/** Whether a record comes from k6, whose waits have a phase. */
function isOfLoad(record: JournalRecord): record is LoadRecord {
  if (!('kind' in record)) return record.recorder === 'k6';
  return LOAD_KINDS.includes(record.kind) || 'phase' in record;
}

function checkRun(record: JournalRecord, run: string | undefined): void {
  if (run === undefined || !('run' in record) || record.run === run) return;
  const what = 'seq' in record ? `exchange ${record.seq}` : 'an experiment';
  throw new JournalError(`${what} belongs to run ${record.run}, but the head to ${run}`);
}
