import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { validateResult } from '../../../generated/result.js';
import { readJournal } from '../../exchange/journal/journal.ts';
import type { RunTrace } from '../../exchange/journal/k6-records.ts';
import { isObject } from '../../exchange/json.ts';
import { JournalError } from '../../exchange/records/journal-record.ts';
import { lineSplitter } from '../../io/files.ts';
import type { Io } from '../../io/io.ts';
import type { Result } from '../../result/result.ts';
import { CommandError } from '../../run/errors.ts';
import { existingFileAt, FILES, orCommandError } from './folder.ts';

/** Reads a journal. Throws a CommandError with the file and the line. */
export function traceOf(path: string, io: Pick<Io, 'cwd'>): RunTrace {
  const file = existingFileAt(path, FILES.journal, io);
  try {
    return readJournal({ [Symbol.iterator]: () => journalLines(file, io) });
  } catch (error) {
    throw error instanceof JournalError ? new CommandError([`${file}: ${error.message}`]) : error;
  }
}

/** Bytes per read. Longer strings are garbage-collected much later. */
const CHUNK = 1 << 16;

/** Maximum characters of a line: far more than any recorded response, and fewer than the longest string of Node. */
const MAX_LINE_LENGTH = 1 << 27;

/** The complete lines of a file, read in chunks. Skips an incomplete last line. Throws a CommandError. */
export function* journalLines(file: string, io: Pick<Io, 'cwd'>): Generator<string> {
  const path = resolve(io.cwd, file);
  const failure = `cannot read ${file}`;
  if (!orCommandError(failure, () => statSync(path).isFile()))
    throw new CommandError([
      `${file} is not a regular file: a journal is read several times, so save it to a file first`,
    ]);
  const descriptor = orCommandError(failure, () => openSync(path, 'r'));
  try {
    const lines = lineSplitter();
    const chunk = Buffer.alloc(CHUNK);
    const next = () => orCommandError(failure, () => readSync(descriptor, chunk));
    for (let read = next(); read > 0; read = next()) {
      yield* lines.add(chunk.subarray(0, read));
      if (lines.rest().length > MAX_LINE_LENGTH)
        throw new CommandError([`${file} is not a journal: it has a line of more than ${MAX_LINE_LENGTH} characters`]);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the results.json of a run, by its folder or its path. Throws a CommandError that names the file. */
export function readResult(path: string, io: Pick<Io, 'cwd'>): Result {
  const file = existingFileAt(path, FILES.results, io);
  const text = orCommandError(`cannot read ${file}`, () => readFileSync(resolve(io.cwd, file), 'utf8'));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandError([`${file} is not JSON`]);
  }
  const problem = resultProblem(value);
  if (problem !== undefined) throw new CommandError([`${file} ${problem}`]);
  return value as Result;
}

/** Why a value is not a result that this version can read, or undefined. */
export function resultProblem(value: unknown): string | undefined {
  const version = isObject(value) ? value['schemaVersion'] : undefined;
  if (typeof version === 'number' && version > 1)
    return `has schemaVersion ${version}; this storecheck reads version 1: update it`;
  if (validateResult(value)) return undefined;
  const [error] = validateResult.errors ?? [];
  const { missingProperty = '' } = error?.params ?? {};
  const steps = `${error?.instancePath ?? ''}/${String(missingProperty)}`.split('/').filter((step) => step !== '');
  return `is not the result of a run: ${steps.join('.')} is missing or malformed`;
}
