import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import {
  type End,
  type Head,
  JournalError,
  type JournalRecord,
  type LoadEnd,
  parseRecord,
} from '../../exchange/index.ts';
import { capacityReader } from '../../run/capacity-judge.ts';
import { capacityResult } from '../../run/capacity-result.ts';
import { FILES, writeResult } from '../folder.ts';
import { UsageError } from '../problems.ts';
import type { Reporting } from '../read-reporting.ts';
import { showCapacity } from './show.ts';

/** The journal's path where it is that of a capacity run: it may be too long to be read at once, as the others are. */
export function capacityJournal(paths: readonly string[]): string | undefined {
  const [path = ''] = paths;
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, FILES.journal) : path;
  if (!existsSync(file)) return undefined;
  const [first] = linesOf(file);
  if (first === undefined || !/^\{"v":1,"kind":"head",.*"command":"capacity"/.test(first)) return undefined;
  if (paths.length > 1) throw new UsageError(['capacity runs are judged one at a time']);
  return file;
}

/** The same verdict from the journal alone; gives the exit code. */
export function judgeCapacityAgain(file: string, reporting: Reporting, write: boolean): number {
  const reader = capacityReader();
  let head: Head | undefined;
  let end: End | null = null;
  const ends: LoadEnd[] = [];
  for (const record of recordsOf(file)) {
    reader.see(record);
    if (!('kind' in record)) continue;
    if (record.kind === 'head') head = record;
    else if (record.kind === 'end') end = record;
    else if (record.kind === 'load-end') ends.push(record);
  }
  const plan = reader.plan();
  if (head === undefined || plan === undefined) throw new UsageError([`${file}: the run ended before it was planned`]);
  const result = capacityResult({ head, end, ends }, plan, reader, reporting.failOn);
  if (write) writeResult(dirname(file), result);
  showCapacity(result, reporting, dirname(file), write);
  return result.exitCode;
}

function* recordsOf(file: string): Generator<JournalRecord> {
  let number = 0;
  try {
    for (const line of linesOf(file)) {
      number += 1;
      yield parseRecord(line, number);
    }
  } catch (error) {
    throw error instanceof JournalError ? new UsageError([`${file}: ${error.message}`]) : error;
  }
}

/** Whole lines; one that was cut off by a crash is left out. */
function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.alloc(1 << 18);
    let rest = '';
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, read))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(descriptor);
  }
}
