import { VALIDATORS } from '../../../generated/journal.js';
import type { Exchange } from '../records/exchange-record.ts';
import { JournalError, type JournalRecord } from '../records/journal-record.ts';
import type { LoadRecord } from '../records/load-record.ts';
import type { End, Head, Skip } from '../records/run-record.ts';
import type { KeyLabel } from '../records/types.ts';
import { k6RecordReader, type RunTrace } from './k6-records.ts';

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
  const kind = 'kind' in record ? record.kind : 'exchange';
  const validate = VALIDATORS.get(kind);
  if (validate === undefined) throw new JournalError(`line ${number}: unknown kind ${JSON.stringify(kind)}`);
  if (validate(record)) return record as JournalRecord;
  const [error] = validate.errors ?? [];
  throw new JournalError(`line ${number}: ${kind}${error?.instancePath ?? ''} ${error?.message ?? 'is malformed'}`);
}

/**
 * Reads and validates the complete lines of a journal, and throws a JournalError for an invalid one. `end` is null after a crash.
 * Exchanges of k6 do not fit into memory, so each use of them iterates `lines` again.
 */
export function readJournal(lines: Iterable<string>): RunTrace {
  let head: Head | undefined;
  let end: End | null = null;
  const [exchanges, skips]: [Exchange[], Skip[]] = [[], []];
  const { add, build } = k6RecordReader();
  let number = 0;
  for (const line of lines) {
    number += 1;
    const record = parseRecord(line, number);
    if (end !== null)
      throw new JournalError(`line ${number}: a record after the closing record; the file may contain two journals`);
    checkRun(record, head?.run);
    if (!('kind' in record)) {
      if (record.recorder === 'client') exchanges.push(record);
      else add(record);
    } else if (record.kind === 'head') {
      if (number > 1)
        throw new JournalError(`line ${number}: a head after other lines; the file may contain two journals`);
      head = record;
    } else if (record.kind === 'skip') skips.push(record);
    else if (record.kind === 'end') end = record;
    // The judge needs only the waits of k6, and only these have a phase.
    else if (record.kind !== 'wait' || 'phase' in record) add(record);
  }
  const loaded = build((keys) => readAgain(lines, number, keys));
  if (head === undefined)
    throw new JournalError(
      'the journal has no head record: it ends in its first line, or it is not a journal of storecheck',
    );
  return { head, exchanges, skips, end, ...(loaded === undefined ? {} : { load: loaded }) };
}

/** The start records and the k6 exchanges of these keys (all without keys), in the first `count` lines: the file may have grown since. */
function* readAgain(lines: Iterable<string>, count: number, keys: readonly KeyLabel[]): Generator<LoadRecord> {
  // The text is searched first, so that hardly any other line is parsed.
  const mayBeOfKey = (line: string) => keys.length === 0 || keys.some((key) => line.includes(JSON.stringify(key)));
  let left = count;
  for (const line of lines) {
    if (left === 0) return;
    left -= 1;
    if (/"kind"\s*:\s*"start"/.test(line) || (/"recorder"\s*:\s*"k6"/.test(line) && mayBeOfKey(line)))
      yield JSON.parse(line) as LoadRecord;
  }
}

function checkRun(record: JournalRecord, run: string | undefined): void {
  if (run === undefined || !('run' in record) || record.run === run) return;
  const subject = 'seq' in record ? `exchange ${record.seq}` : 'an experiment';
  throw new JournalError(`${subject} belongs to run ${record.run}, but the head to ${run}`);
}
